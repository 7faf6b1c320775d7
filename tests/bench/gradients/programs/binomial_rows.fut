-- A tree's values folded to one, in place, in an array of each row's own: the steps, not linear,
-- get shorter by one each time.

import "lib/random"

def worth (a: f64) : f64 =
  let v = loop v = tabulate 33 (\j -> a * f64.i64 j) for k < 32 do
            loop v for j < 32 - k do
              v with [j] = 0.5 * (v[j + 1] * v[j + 1] * 0.01 + v[j])
  in v[0]

def loss [n] (xs: [n]f64) : f64 = f64.sum (map worth xs)

entry input : [6900]f64 = reals 6900 1 1 3

entry primal [n] (xs: [n]f64) : f64 = loss xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp loss xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp loss xs 1) xs (reals n 90 (-1) 1)
