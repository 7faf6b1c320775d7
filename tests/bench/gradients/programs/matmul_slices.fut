-- A product of matrices by slices: the product of row a[i] and column b[:,j], for all i and j.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  tabulate_2d n p (\i j -> dot a[i] b[:,j])

def weighted [n] [p] (w: [n][p]f64) (c: [n][p]f64) : f64 =
  f64.sum (map2 (\v r -> f64.sum (map2 (*) v r)) w c)

entry input : ([270][270]f64, [270][270]f64, [270][270]f64) =
  (reals_2d 270 270 1 (-1) 1, reals_2d 270 270 2 (-1) 1, reals_2d 270 270 3 (-1) 1)

entry primal [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : f64 =
  weighted w (product a b)

entry gradient [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) (w: [n][p]f64) : ([n][m]f64, [m][p]f64) =
  vjp (\(a, b) -> weighted w (product a b)) (a, b) 1
