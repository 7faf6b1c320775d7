-- A product of matrices as three nested loops: a sequential sum for every element.

import "lib/random"

def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> loop s = 0 for k < m do s + a[i,k] * b[k,j])

def weighted [n] [p] (w: [n][p]f64) (c: [n][p]f64) : f64 =
  f64.sum (map2 (\v r -> f64.sum (map2 (*) v r)) w c)

entry input : ([270][270]f64, [270][270]f64, [270][270]f64) =
  (reals_2d 270 270 1 (-1) 1, reals_2d 270 270 2 (-1) 1, reals_2d 270 270 3 (-1) 1)

entry primal [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : f64 =
  weighted w (product a b)

entry gradient [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  vjp (\(a, b) -> weighted w (product a b)) (a, b) 1

entry second [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  let f x = vjp (\(a, b) -> weighted w (product a b)) x 1
  in jvp f (a, b) (map (map f64.neg) a, b)
