-- The largest element and its place, by a reduction of pairs; the loss uses the value and what
-- stands next to it.

import "lib/random"

def larger (a: f64, i: i64) (b: f64, j: i64) : (f64, i64) =
  if b > a then (b, j) else (a, i)

def peak [n] (xs: [n]f64) : f64 =
  let (top, at) = reduce larger (f64.lowest, -1) (zip xs (iota n))
  in top * top + 0.5 * top * xs[(at + 1) % n]

entry input : [1000000]f64 = reals 1000000 1 (-3) 3

entry primal [n] (xs: [n]f64) : f64 = peak xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp peak xs 1
