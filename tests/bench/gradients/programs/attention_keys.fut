-- Attention whose keys and values are projected where each query meets them.

import "lib/random"

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)
def project [n] [m] (w: [n][m]f64) (x: [m]f64) : [n]f64 = map (dot x) w

def loss [n] [m] [d] [e] (queries: [n][e]f64) (tokens: [m][d]f64) (wk: [e][d]f64) (wv: [e][d]f64) : f64 =
  f64.sum (map (\q ->
    let weights = map (\t -> f64.exp (dot q (project wk t))) tokens
    let mixed = map2 (\w t -> w * dot q (project wv t)) weights tokens
    in f64.sum mixed / f64.sum weights) queries)

entry input : ([4600][8]f64, [60][10]f64, [8][10]f64, [8][10]f64) =
  (reals_2d 4600 8 1 (-1) 1, reals_2d 60 10 2 (-1) 1, reals_2d 8 10 3 (-0.4) 0.4, reals_2d 8 10 4 (-0.4) 0.4)

entry primal [n] [m] [d] [e] (q: [n][e]f64) (t: [m][d]f64) (wk: [e][d]f64) (wv: [e][d]f64) : f64 =
  loss q t wk wv

entry gradient [n] [m] [d] [e] (q: [n][e]f64) (t: [m][d]f64) (wk: [e][d]f64) (wv: [e][d]f64)
               : ([n][e]f64, [m][d]f64, [e][d]f64, [e][d]f64) =
  vjp (\(q, t, wk, wv) -> loss q t wk wv) (q, t, wk, wv) 1

entry second [n] [m] [d] [e] (q: [n][e]f64) (t: [m][d]f64) (wk: [e][d]f64) (wv: [e][d]f64)
             : ([n][e]f64, [m][d]f64, [e][d]f64, [e][d]f64) =
  let along = (reals_2d n e 90 (-1) 1, reals_2d m d 91 (-1) 1, reals_2d e d 92 (-1) 1, reals_2d e d 93 (-1) 1)
  in vjp (\p -> vjp (\(q, t, wk, wv) -> loss q t wk wv) p 1) (q, t, wk, wv) along
