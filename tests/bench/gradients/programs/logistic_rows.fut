-- The logistic map, long, once for each rate. The rates are below 3, where it contracts: backwards,
-- the cotangents of the state fade away, to denormal numbers and to 0.

import "lib/random"

def loss [n] (xs: [n]f64) : f64 =
  f64.sum (map (\a -> let r = 2.5 + 0.5 * a
                      in loop m = 0.3 for _i < 1000 do r * m * (1 - m))
               xs)

entry input : [5000]f64 = reals 5000 1 (-1) 1

entry primal [n] (xs: [n]f64) : f64 = loss xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp loss xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp loss xs 1) xs (reals n 90 (-1) 1)
