-- Two layers with tanh and the mean of squares. The weights are stored by inputs, and each sample
-- goes over their columns: `transpose w` stands inside the lambda.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def layer [b] [n] [m] (w: [n][m]f64) (xs: [b][n]f64) : [b][m]f64 =
  map (\x -> map (\col -> f64.tanh (dot x col)) (transpose w)) xs

def loss [b] [n] [h] [m] (w1: [n][h]f64) (w2: [h][m]f64) (xs: [b][n]f64) (ys: [b][m]f64) : f64 =
  let out = layer w2 (layer w1 xs)
  let square x = x * x
  in f64.sum (flatten (map2 (map2 (\o y -> square (o - y))) out ys)) / f64.i64 (b * m)

entry input : ([100][80]f64, [80][20]f64, [1200][100]f64, [1200][20]f64) =
  (reals_2d 100 80 1 (-0.2) 0.2, reals_2d 80 20 2 (-0.2) 0.2,
   reals_2d 1200 100 3 (-1) 1, reals_2d 1200 20 4 (-1) 1)

entry primal [b] [n] [h] [m] (w1: [n][h]f64) (w2: [h][m]f64) (xs: [b][n]f64) (ys: [b][m]f64) : f64 =
  loss w1 w2 xs ys

entry gradient [b] [n] [h] [m] (w1: [n][h]f64) (w2: [h][m]f64) (xs: [b][n]f64) (ys: [b][m]f64)
             : ([n][h]f64, [h][m]f64) =
  vjp (\(w1, w2) -> loss w1 w2 xs ys) (w1, w2) 1

entry second [b] [n] [h] [m] (w1: [n][h]f64) (w2: [h][m]f64) (xs: [b][n]f64) (ys: [b][m]f64)
           : ([n][h]f64, [h][m]f64) =
  vjp (\w -> vjp (\(w1, w2) -> loss w1 w2 xs ys) w 1) (w1, w2) (w1, w2)
