-- A product of matrices as a sum of outer products: a reduce whose operator adds matrices.

import "lib/random"

def outer [n] [p] (x: [n]f64) (y: [p]f64) : [n][p]f64 =
  map (\a -> map (\b -> a * b) y) x

def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  reduce (map2 (map2 (+))) (replicate n (replicate p 0)) (map2 outer (transpose a) b)

def weighted [n] [p] (w: [n][p]f64) (c: [n][p]f64) : f64 =
  f64.sum (map2 (\v r -> f64.sum (map2 (*) v r)) w c)

entry input : ([270][270]f64, [270][270]f64, [270][270]f64) =
  (reals_2d 270 270 1 (-1) 1, reals_2d 270 270 2 (-1) 1, reals_2d 270 270 3 (-1) 1)

entry primal [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : f64 =
  weighted w (product a b)

entry gradient [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  vjp (\(a, b) -> weighted w (product a b)) (a, b) 1
