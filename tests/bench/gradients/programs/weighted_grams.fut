-- For each row of weights the weighted inner products of some vectors, as in alternating least
-- squares: sums of three factors.

import "lib/random"

def gram [m] [k] (v: [m][k]f64) (weights: [m]f64) : [k][k]f64 =
  tabulate_2d k k (\i j -> f64.sum (map3 (\a b w -> w * a * b) v[:, i] v[:, j] weights))

def loss [n] [m] [k] (w: [n][m]f64) (v: [m][k]f64) : f64 =
  f64.sum (map (\weights -> f64.sum (map (\x -> x * x) (flatten (gram v weights)))) w)

entry input : ([100][150]f64, [150][20]f64) =
  (reals_2d 100 150 1 0 1, reals_2d 150 20 2 (-1) 1)

entry primal [n] [m] [k] (w: [n][m]f64) (v: [m][k]f64) : f64 = loss w v

entry gradient [n] [m] [k] (w: [n][m]f64) (v: [m][k]f64) : ([n][m]f64, [m][k]f64) =
  vjp (\(w, v) -> loss w v) (w, v) 1

entry second [n] [m] [k] (w: [n][m]f64) (v: [m][k]f64) : ([n][m]f64, [m][k]f64) =
  let gradient x = vjp (\(w, v) -> loss w v) x 1
  in vjp gradient (w, v) (w, v)
