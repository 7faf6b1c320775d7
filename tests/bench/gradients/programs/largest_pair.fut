-- For each number the best partner of the others: a maximum kept by a loop. Most turns of the loop
-- change nothing.

import "lib/random"

def loss [n] (xs: [n]f64) (ys: [n]f64) : f64 =
  f64.sum (map (\i -> loop m = -f64.inf for j < n do f64.max m (xs[i] * ys[j] - 0.1 * xs[j]))
               (iota n))

entry input : ([2300]f64, [2300]f64) = (reals 2300 1 (-1) 1, reals 2300 2 (-1) 1)

entry primal [n] (xs: [n]f64) (ys: [n]f64) : f64 = loss xs ys

entry gradient [n] (xs: [n]f64) (ys: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ys) -> loss xs ys) (xs, ys) 1

entry second [n] (xs: [n]f64) (ys: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(xs, ys) -> loss xs ys) p 1) (xs, ys)
      (reals n 90 (-1) 1, reals n 91 (-1) 1)
