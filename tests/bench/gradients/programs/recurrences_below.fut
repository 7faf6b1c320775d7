-- Recurrences that take the numbers before their own, so that each is longer by one.

import "lib/random"

def loss [n] (ws: [n]f64) (xs: [n]f64) : f64 =
  f64.sum (map (\i -> loop s = 1 for j < i do s * (1 + 0.01 * ws[j] * xs[i]) + 0.001) (iota n))

entry input : ([2200]f64, [2200]f64) = (reals 2200 1 (-1) 1, reals 2200 2 (-1) 1)

entry primal [n] (ws: [n]f64) (xs: [n]f64) : f64 = loss ws xs

entry gradient [n] (ws: [n]f64) (xs: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(ws, xs) -> loss ws xs) (ws, xs) 1

entry second [n] (ws: [n]f64) (xs: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(ws, xs) -> loss ws xs) p 1) (ws, xs) (reals n 90 (-1) 1, reals n 91 (-1) 1)
