-- The logistic map of many rates at once, time outside: cotangents that shrink are an array's.

import "lib/random"

def loss [n] (rates: [n]f64) : f64 =
  f64.sum (loop xs = replicate n 0.4 for _t < 1000 do map2 (\r x -> r * x * (1 - x)) rates xs)

entry input : [1500]f64 = reals 1500 1 1 2.9

entry primal [n] (rates: [n]f64) : f64 = loss rates

entry gradient [n] (rates: [n]f64) : [n]f64 = vjp loss rates 1

entry second [n] (rates: [n]f64) : [n]f64 =
  vjp (\rates -> vjp loss rates 1) rates (reals n 90 (-1) 1)
