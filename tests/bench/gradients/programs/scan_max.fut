-- The running maximum of a drifting walk, weighted.

import "lib/random"

def records [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let tops = scan f64.max f64.lowest xs
  in f64.sum (map2 (\w t -> w * t * t) ws tops)

entry input : ([500000]f64, [500000]f64) =
  (map2 (\x i -> x + f64.i64 i / 100000) (reals 500000 1 0 1) (iota 500000), reals 500000 2 (-1) 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = records xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> records xs ws) (xs, ws) 1
