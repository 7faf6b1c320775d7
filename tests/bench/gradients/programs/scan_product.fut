-- Running products of numbers near 1 (discount factors), weighted.

import "lib/random"

def present_value [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  f64.sum (map2 (*) ws (scan (*) 1 xs))

entry input : ([500000]f64, [500000]f64) =
  (reals 500000 1 0.9999 1.0001, reals 500000 2 (-1) 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = present_value xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> present_value xs ws) (xs, ws) 1

entry second [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  jvp (\(xs, ws) -> vjp (\(xs, ws) -> present_value xs ws) (xs, ws) 1) (xs, ws) (xs, ws)
