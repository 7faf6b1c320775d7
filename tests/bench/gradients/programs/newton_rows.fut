-- Square roots by Newton's method, each until its step is small: a while loop in a map, of some ten
-- turns.

import "lib/random"

def root (a: f64) : f64 =
  let (x, _) = loop (x, d) = (a, 1) while f64.abs d > 1e-10 do
                 let d = (x * x - a) / (2 * x)
                 in (x - d, d)
  in x

def loss [n] (xs: [n]f64) : f64 = f64.sum (map root xs)

entry input : [140000]f64 = reals 140000 1 1 1000

entry primal [n] (xs: [n]f64) : f64 = loss xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp loss xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp loss xs 1) xs (reals n 90 (-1) 1)
