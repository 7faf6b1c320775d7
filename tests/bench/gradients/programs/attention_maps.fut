-- Attention with one head: softmax (q k^T / sqrt d) v, written with maps and transpositions.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (dot row) (transpose b)) a

def softmax [n] (xs: [n]f64) : [n]f64 =
  let m = f64.maximum xs
  let es = map (\x -> f64.exp (x - m)) xs
  let total = f64.sum es
  in map (/ total) es

def attention [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) : [n][d]f64 =
  let scores = map (map (/ f64.sqrt (f64.i64 d))) (matmul q (transpose k))
  in matmul (map softmax scores) v

def loss [n] [d] (w: [n][d]f64) (out: [n][d]f64) : f64 = f64.sum (map2 dot w out)

entry input : ([390][32]f64, [390][32]f64, [390][32]f64, [390][32]f64) =
  (reals_2d 390 32 1 (-1) 1, reals_2d 390 32 2 (-1) 1, reals_2d 390 32 3 (-1) 1,
   reals_2d 390 32 4 (-1) 1)

entry primal [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) (w: [n][d]f64) : f64 =
  loss w (attention q k v)

entry gradient [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) (w: [n][d]f64)
             : ([n][d]f64, [n][d]f64, [n][d]f64) =
  vjp (\(q, k, v) -> loss w (attention q k v)) (q, k, v) 1

entry second [n] [d] (q: [n][d]f64) (k: [n][d]f64) (v: [n][d]f64) (w: [n][d]f64)
           : ([n][d]f64, [n][d]f64, [n][d]f64) =
  jvp (\x -> vjp (\(q, k, v) -> loss w (attention q k v)) x 1) (q, k, v) (k, v, q)
