-- A product of matrices as one writes it in C: three loops that add to a place.

import "lib/random"

def loss [n] [p] [m] (a: [n][p]f64) (b: [p][m]f64) (w: [n][m]f64) : f64 =
  let c =
    loop c = replicate n (replicate m 0) for i < n do loop c for j < m do loop c for k < p do
      c with [i, j] = c[i, j] + a[i, k] * b[k, j]
  in f64.sum (flatten (map2 (map2 (*)) c w))

entry input : ([300][300]f64, [300][300]f64, [300][300]f64) =
  (reals_2d 300 300 1 (-1) 1, reals_2d 300 300 2 (-1) 1, reals_2d 300 300 3 (-1) 1)

entry primal [n] [p] [m] (a: [n][p]f64) (b: [p][m]f64) (w: [n][m]f64) : f64 = loss a b w

entry gradient [n] [p] [m] (a: [n][p]f64) (b: [p][m]f64) (w: [n][m]f64)
               : ([n][p]f64, [p][m]f64) =
  vjp (\(a, b) -> loss a b w) (a, b) 1
