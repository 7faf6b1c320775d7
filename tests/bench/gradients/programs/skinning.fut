-- Points that follow some bones: few small matrices for all of them.

import "lib/random"

def blend (bones: [5][3][4]f64) (p: [3]f64) (w: [5]f64) : [3]f64 =
  map (\r -> f64.sum (map2 (\wb b -> wb * (b[r, 0] * p[0] + b[r, 1] * p[1] + b[r, 2] * p[2] + b[r, 3])) w bones)) (iota 3)

def loss [n] (points: [n][3]f64) (weights: [n][5]f64) (bones: [5][3][4]f64) : f64 =
  f64.sum (map2 (\p w -> let q = blend bones p w in q[0] ** 2 + q[1] * q[2]) points weights)

entry input : ([120000][3]f64, [120000][5]f64, [5][3][4]f64) =
  (reals_2d 120000 3 1 (-1) 1, reals_2d 120000 5 2 0 1, unflatten (reals_2d 15 4 3 (-1) 1 :> [5 * 3][4]f64))

entry primal [n] (points: [n][3]f64) (weights: [n][5]f64) (bones: [5][3][4]f64) : f64 = loss points weights bones

entry gradient [n] (points: [n][3]f64) (weights: [n][5]f64) (bones: [5][3][4]f64)
  : ([n][3]f64, [n][5]f64, [5][3][4]f64) =
  vjp (\(p, w, b) -> loss p w b) (points, weights, bones) 1

entry second [n] (points: [n][3]f64) (weights: [n][5]f64) (bones: [5][3][4]f64)
  : ([n][3]f64, [n][5]f64, [5][3][4]f64) =
  let along = (reals_2d n 3 90 (-1) 1, reals_2d n 5 91 (-1) 1, unflatten (reals_2d 15 4 92 (-1) 1 :> [5 * 3][4]f64))
  in vjp (\x -> vjp (\(p, w, b) -> loss p w b) x 1) (points, weights, bones) along
