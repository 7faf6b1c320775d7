-- The mean logarithm of the positive elements, which are filtered first.

import "lib/random"

def loss [n] (xs: [n]f64) : f64 =
  let kept = filter (> 0) xs
  in f64.sum (map f64.log kept) / f64.i64 (length kept)

entry input : [500000]f64 = reals 500000 1 (-3) 3

entry primal [n] (xs: [n]f64) : f64 = loss xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp loss xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp loss xs 1) xs xs
