-- The squares of all inner products of two sets of vectors, by both, twice.

import "lib/random"

def loss [n] [k] [m] (a: [n][m]f64) (x: [k][m]f64) : f64 =
  f64.sum (map (\v ->
    f64.sum (map (\row -> let s = loop s = 0 for t < m do s + row[t] * v[t] in s * s) a)) x)

entry input : ([1200][150]f64, [100][150]f64) =
  (reals_2d 1200 150 1 (-1) 1, reals_2d 100 150 2 (-1) 1)

entry primal [n] [k] [m] (a: [n][m]f64) (x: [k][m]f64) : f64 = loss a x

entry gradient [n] [k] [m] (a: [n][m]f64) (x: [k][m]f64) : ([n][m]f64, [k][m]f64) =
  vjp (\(a, x) -> loss a x) (a, x) 1

entry second [n] [k] [m] (a: [n][m]f64) (x: [k][m]f64) : ([n][m]f64, [k][m]f64) =
  let gradient x = vjp (\(a, x) -> loss a x) x 1
  in vjp gradient (a, x) (a, x)
