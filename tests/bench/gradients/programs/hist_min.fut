-- The nearest of each group to a point: a histogram of distances by `f64.min`, on top of a limit.

import "lib/random"

def loss [n] (is: [n]i64) (xs: [n]f64) (ys: [n]f64) (at: f64) : f64 =
  let distances = map2 (\x y -> f64.sqrt ((x - at) ** 2 + y * y)) xs ys
  let nearest = reduce_by_index (replicate 5000 10) f64.min f64.inf is distances
  in f64.sum nearest

entry input : ([370000]i64, [370000]f64, [370000]f64, f64) =
  (wholes 370000 1 5000, reals 370000 2 (-1) 1, reals 370000 3 (-1) 1, 0.1)

entry primal [n] (is: [n]i64) (xs: [n]f64) (ys: [n]f64) (at: f64) : f64 = loss is xs ys at

entry gradient [n] (is: [n]i64) (xs: [n]f64) (ys: [n]f64) (at: f64) : ([n]f64, [n]f64, f64) =
  vjp (\(xs, ys, at) -> loss is xs ys at) (xs, ys, at) 1
