-- Sparse ratings by factors, as in C: one loop over the ratings that adds up, chained indices.

import "lib/random"

def loss [n] [m] [r] [s]
         (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64) : f64 =
  loop total = 0 for i < s do
    let (product, squares) =
      loop (p, q) = (0, 0) for j < r do
        let a = u[us[i]][j]
        let b = v[vs[i]][j]
        in (p + a * b, q + a * a + b * b)
    let e = ratings[i] - bias[vs[i]] - product
    in total + e * e + 0.02 * squares

entry input : ([2000][8]f64, [1000][8]f64, [1000]f64, [10000]i64, [10000]i64, [10000]f64) =
  (reals_2d 2000 8 1 (-1) 1,
   reals_2d 1000 8 2 (-1) 1,
   reals 1000 3 2 4,
   wholes 10000 4 2000,
   wholes 10000 5 1000,
   reals 10000 6 1 5)

entry primal [n] [m] [r] [s]
             (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64) : f64 =
  loss u v bias us vs ratings

entry gradient [n] [m] [r] [s]
               (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64)
               : ([n][r]f64, [m][r]f64, [m]f64) =
  vjp (\(u, v, b) -> loss u v b us vs ratings) (u, v, bias) 1
