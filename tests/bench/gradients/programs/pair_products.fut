-- A sum over all pairs of two arrays; the inner array is the same for every row, and what each row
-- gives back to it is added up.

import "lib/random"

def loss [n] [m] (xs: [n]f64) (ys: [m]f64) : f64 =
  f64.sum (map (\p -> f64.sum (map (\v -> p * v * v) xs)) ys)

entry input : ([2400]f64, [2400]f64) = (reals 2400 1 (-1) 1, reals 2400 2 0 1)

entry primal [n] [m] (xs: [n]f64) (ys: [m]f64) : f64 = loss xs ys

entry gradient [n] [m] (xs: [n]f64) (ys: [m]f64) : ([n]f64, [m]f64) =
  vjp (\(xs, ys) -> loss xs ys) (xs, ys) 1

entry second [n] [m] (xs: [n]f64) (ys: [m]f64) : ([n]f64, [m]f64) =
  vjp (\p -> vjp (\(xs, ys) -> loss xs ys) p 1) (xs, ys)
      (reals n 90 (-1) 1, reals m 91 (-1) 1)
