-- Attention of several heads on one sequence, whose queries, keys and values are columns of
-- the projected matrices.

import "lib/random"

def softmax [n] (xs: [n]f64) : [n]f64 =
  let most = f64.maximum xs
  let powers = map (\x -> f64.exp (x - most)) xs
  let all = f64.sum powers
  in map (/ all) powers

def inner [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

def project [t] [m] (w: [m][m]f64) (x: [t][m]f64) : [t][m]f64 =
  map (\row -> map (inner row) w) x

def loss [t] [m] [h] (gains: [h]f64)
         (wq: [m][m]f64) (wk: [m][m]f64) (wv: [m][m]f64) (x: [t][m]f64) : f64 =
  let d = m / h
  let (q, k, v) = (project wq x, project wk x, project wv x)
  let head (i: i64) : [t][d]f64 =
    let part (all: [t][m]f64) = all[:, i * d:(i + 1) * d] :> [t][d]f64
    let scores = map (\query -> map (inner query) (part k)) (part q)
    in map (\row -> map (inner row) (transpose (part v))) (map softmax scores)
  in f64.sum (map2 (\gain i ->
       gain * f64.sum (map (\row -> f64.sum (map (\y -> y * y) row)) (head i))) gains (iota h))

entry input : ([8]f64, [128][128]f64, [128][128]f64, [128][128]f64, [128][128]f64) =
  (reals 8 1 0.5 1.5, reals_2d 128 128 2 (-0.2) 0.2, reals_2d 128 128 3 (-0.2) 0.2,
   reals_2d 128 128 4 (-0.2) 0.2, reals_2d 128 128 5 (-1) 1)

entry primal [t] [m] [h] (gains: [h]f64)
             (wq: [m][m]f64) (wk: [m][m]f64) (wv: [m][m]f64) (x: [t][m]f64) : f64 =
  loss gains wq wk wv x

entry gradient [t] [m] [h] (gains: [h]f64)
               (wq: [m][m]f64) (wk: [m][m]f64) (wv: [m][m]f64) (x: [t][m]f64)
               : ([h]f64, [m][m]f64, [m][m]f64, [m][m]f64) =
  vjp (\(gains, wq, wk, wv) -> loss gains wq wk wv x) (gains, wq, wk, wv) 1

entry second [t] [m] [h] (gains: [h]f64)
             (wq: [m][m]f64) (wk: [m][m]f64) (wv: [m][m]f64) (x: [t][m]f64)
             : ([h]f64, [m][m]f64, [m][m]f64, [m][m]f64) =
  let gradient p = vjp (\(gains, wq, wk, wv) -> loss gains wq wk wv x) p 1
  in vjp gradient (gains, wq, wk, wv) (gains, wq, wk, wv)
