-- A permutation by `spread`, and its inverse by indexing; neighbours after the permutation are
-- compared.

import "lib/random"

def loss [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  let places = map (\i -> (i * 7919 + 13) % n) (iota n)
  let ys = spread n 0 places xs
  let zs = map2 (\y z -> f64.sqrt (1 + (y - z) ** 2)) ys (rotate 1 ys)
  in f64.sum (map2 (\w i -> w * zs[i]) ws places)

entry input : ([500000]f64, [500000]f64) = (reals 500000 1 (-1) 1, reals 500000 2 0 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = loss xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> loss xs ws) (xs, ws) 1
