-- Of a whole product of matrices the diagonal is used.

import "lib/random"

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def loss [n] [m] (a: [n][m]f64) (b: [m][n]f64) : f64 =
  let c = matmul a b
  in f64.sum (map (\i -> c[i, i] * c[i, i]) (iota n))

entry input : ([200][510]f64, [510][200]f64) =
  (reals_2d 200 510 1 (-1) 1, reals_2d 510 200 2 (-1) 1)

entry primal [n] [m] (a: [n][m]f64) (b: [m][n]f64) : f64 = loss a b

entry gradient [n] [m] (a: [n][m]f64) (b: [m][n]f64) : ([n][m]f64, [m][n]f64) =
  vjp (\(a, b) -> loss a b) (a, b) 1

entry second [n] [m] (a: [n][m]f64) (b: [m][n]f64) : ([n][m]f64, [m][n]f64) =
  let gradient x = vjp (\(a, b) -> loss a b) x 1
  in vjp (\x -> let (a, b) = gradient x in f64.sum (flatten a) + f64.sum (flatten b)) (a, b) 1
