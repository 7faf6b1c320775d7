-- Sparse ratings by factors: rows of users and items are looked up, a dot product each, and a penalty
-- for each rating.

import "lib/random"

def dot [r] (a: [r]f64) (b: [r]f64) : f64 = f64.sum (map2 (*) a b)

def loss [n] [m] [r] [s]
         (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64) : f64 =
  let one i j rating =
    let e = rating - bias[j] - dot u[i] v[j]
    in e * e + 0.02 * (dot u[i] u[i] + dot v[j] v[j])
  in f64.sum (map3 one us vs ratings)

entry input : ([2000][8]f64, [1000][8]f64, [1000]f64, [66000]i64, [66000]i64, [66000]f64) =
  (reals_2d 2000 8 1 (-1) 1,
   reals_2d 1000 8 2 (-1) 1,
   reals 1000 3 2 4,
   wholes 66000 4 2000,
   wholes 66000 5 1000,
   reals 66000 6 1 5)

entry primal [n] [m] [r] [s]
             (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64) : f64 =
  loss u v bias us vs ratings

entry gradient [n] [m] [r] [s]
               (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64)
               : ([n][r]f64, [m][r]f64, [m]f64) =
  vjp (\(u, v, b) -> loss u v b us vs ratings) (u, v, bias) 1

entry second [n] [m] [r] [s]
             (u: [n][r]f64) (v: [m][r]f64) (bias: [m]f64) (us: [s]i64) (vs: [s]i64) (ratings: [s]f64)
             : ([n][r]f64, [m][r]f64, [m]f64) =
  let direction = (reals_2d n r 90 (-1) 1, reals_2d m r 91 (-1) 1, reals m 92 (-1) 1)
  in jvp (\p -> vjp (\(u, v, b) -> loss u v b us vs ratings) p 1) (u, v, bias) direction
