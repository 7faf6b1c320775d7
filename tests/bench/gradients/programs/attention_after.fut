-- Attention whose weights are normalised after the product with the values.

import "lib/random"

def attend [n] [d] (k: [n][d]f64) (v: [d][n]f64) (q: [d]f64) : [d]f64 =
  let e = map (\row -> f64.exp (f64.sum (map2 (*) q row) / 5.6)) k
  let z = f64.sum e
  in map (\column -> f64.sum (map2 (*) column e) / z) v

def loss [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : f64 =
  f64.sum (map (\row -> f64.sum (map (** 2) (attend k (transpose v) row))) q)

entry input : ([512][32]f64, [512][32]f64, [512][32]f64) =
  (reals_2d 512 32 1 (-1) 1, reals_2d 512 32 2 (-1) 1, reals_2d 512 32 3 (-1) 1)

entry primal [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : f64 = loss q k v

entry gradient [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : ([n][d]f64, [n][d]f64, [n][d]f64) =
  vjp (\(q, k, v) -> loss q k v) (q, k, v) 1

entry second [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : ([n][d]f64, [n][d]f64, [n][d]f64) =
  let along = (reals_2d n d 90 (-1) 1, reals_2d n d 91 (-1) 1, reals_2d n d 92 (-1) 1)
  in vjp (\p -> vjp (\(q, k, v) -> loss q k v) p 1) (q, k, v) along
