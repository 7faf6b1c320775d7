-- Attention of several heads on a batch, scores and weights by head.

import "lib/random"

def softmax [n] (xs: [n]f64) : [n]f64 =
  let most = f64.maximum xs
  let powers = map (\x -> f64.exp (x - most)) xs
  let all = f64.sum powers
  in map (/ all) powers

def head [t] [d] (q: [t][d]f64) (k: [t][d]f64) (v: [t][d]f64) : [t][d]f64 =
  let weights = map (\qi -> softmax (map (\kj -> f64.sum (map2 (*) qi kj)) k)) q
  in map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose v)) weights

def loss [b] [h] [t] [d] (q: [b][h][t][d]f64) (k: [b][h][t][d]f64) (v: [b][h][t][d]f64) : f64 =
  f64.sum (map3 (\q k v -> f64.sum (map3 (\q k v ->
    f64.sum (map (\row -> f64.sum (map (\x -> x * x) row)) (head q k v))) q k v)) q k v)

def heads (s: i64) : [8][4][32][16]f64 =
  map (\i -> map (\j -> reals_2d 32 16 (s + i * 10 + j) (-1) 1) (iota 4)) (iota 8)

entry input : ([8][4][32][16]f64, [8][4][32][16]f64, [8][4][32][16]f64) =
  (heads 1, heads 1000, heads 2000)

entry primal [b] [h] [t] [d] (q: [b][h][t][d]f64) (k: [b][h][t][d]f64) (v: [b][h][t][d]f64) : f64 =
  loss q k v

entry gradient [b] [h] [t] [d]
               (q: [b][h][t][d]f64) (k: [b][h][t][d]f64) (v: [b][h][t][d]f64)
               : ([b][h][t][d]f64, [b][h][t][d]f64, [b][h][t][d]f64) =
  vjp (\(q, k, v) -> loss q k v) (q, k, v) 1

entry second [b] [h] [t] [d]
             (q: [b][h][t][d]f64) (k: [b][h][t][d]f64) (v: [b][h][t][d]f64)
             : ([b][h][t][d]f64, [b][h][t][d]f64, [b][h][t][d]f64) =
  let gradient x = vjp (\(q, k, v) -> loss q k v) x 1
  in vjp gradient (q, k, v) (q, k, v)
