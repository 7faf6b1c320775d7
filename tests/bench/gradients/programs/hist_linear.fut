-- In every bin the composition of the linear functions that fall into it.

import "lib/random"

def loss [n] (bins: [n]i64) (slopes: [n]f64) (shifts: [n]f64) : f64 =
  let composed = reduce_by_index (replicate 50 (1, 0)) (\(a, b) (c, d) -> (a * c, a * d + b)) (1, 0)
                                 bins (zip (map (\x -> 1 + 0.01 * x) slopes) shifts)
  in f64.sum (map (\(a, b) -> a * b) composed)

entry input : ([180000]i64, [180000]f64, [180000]f64) =
  (tabulate 180000 (\i -> i * 7919 % 50), reals 180000 1 (-1) 1, reals 180000 2 (-1) 1)

entry primal [n] (bins: [n]i64) (slopes: [n]f64) (shifts: [n]f64) : f64 = loss bins slopes shifts

entry gradient [n] (bins: [n]i64) (slopes: [n]f64) (shifts: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(slopes, shifts) -> loss bins slopes shifts) (slopes, shifts) 1

entry second [n] (bins: [n]i64) (slopes: [n]f64) (shifts: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(slopes, shifts) -> loss bins slopes shifts) p 1) (slopes, shifts)
      (reals n 90 (-1) 1, reals n 91 (-1) 1)
