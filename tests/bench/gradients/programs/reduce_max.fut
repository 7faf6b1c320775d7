-- The square of the largest of some products, by `reduce f64.max` over a map.

import "lib/random"

def highest [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let top = reduce f64.max f64.lowest (map2 (\x w -> w * f64.sin x) xs ws)
  in top * top

entry input : ([650000]f64, [650000]f64) = (reals 650000 1 0 2, reals 650000 2 0 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = highest xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> highest xs ws) (xs, ws) 1
