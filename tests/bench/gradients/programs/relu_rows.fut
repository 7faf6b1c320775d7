-- Recurrent units of one number with a rectifier, a row for each weight, over the same signal: what
-- is cut off passes nothing back.

import "lib/random"

def loss [m] [n] (weights: [m]f64) (xs: [n]f64) : f64 =
  f64.sum (map (\a -> loop m = 0 for j < n do f64.max 0 (0.9 * m + a * xs[j])) weights)

entry input : ([19000]f64, [300]f64) = (reals 19000 1 (-1) 1, reals 300 2 (-1) 1)

entry primal [m] [n] (weights: [m]f64) (xs: [n]f64) : f64 = loss weights xs

entry gradient [m] [n] (weights: [m]f64) (xs: [n]f64) : ([m]f64, [n]f64) =
  vjp (\(weights, xs) -> loss weights xs) (weights, xs) 1

entry second [m] [n] (weights: [m]f64) (xs: [n]f64) : ([m]f64, [n]f64) =
  vjp (\p -> vjp (\(weights, xs) -> loss weights xs) p 1) (weights, xs)
      (reals m 90 (-1) 1, reals n 91 (-1) 1)
