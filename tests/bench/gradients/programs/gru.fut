-- Gated recurrent units over a batch, a matrix for each gate; the state is a matrix, and each step
-- is products of whole matrices.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a
def join [n] [d] [h] (a: [n][d]f64) (b: [n][h]f64) : [n][d + h]f64 = map2 (++) a b

def loss [steps] [batch] [d] [h]
         (wz: [d + h][h]f64) (wr: [d + h][h]f64) (wn: [d + h][h]f64)
         (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  let last =
    loop s = replicate batch (replicate h 0) for t < steps do
      let xs_s = join xs[t] s
      let z = map (map sigmoid) (product xs_s wz)
      let r = map (map sigmoid) (product xs_s wr)
      let n = map (map f64.tanh) (product (join xs[t] (map2 (map2 (*)) r s)) wn)
      in map3 (map3 (\z s n -> z * s + (1 - z) * n)) z s n
  in f64.sum (map2 (\s y -> f64.sum (map2 (\a b -> (a - b) * (a - b)) s y)) last ys)

entry input : ([128][64]f64, [128][64]f64, [128][64]f64, [15][16][64]f64, [16][64]f64) =
  (reals_2d 128 64 1 (-0.3) 0.3, reals_2d 128 64 2 (-0.3) 0.3, reals_2d 128 64 3 (-0.3) 0.3,
   tabulate 15 (\t -> reals_2d 16 64 (100 + t) (-1) 1), reals_2d 16 64 4 (-1) 1)

entry primal [steps] [batch] [d] [h]
             (wz: [d + h][h]f64) (wr: [d + h][h]f64) (wn: [d + h][h]f64)
             (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  loss wz wr wn xs ys

entry gradient [steps] [batch] [d] [h]
               (wz: [d + h][h]f64) (wr: [d + h][h]f64) (wn: [d + h][h]f64)
               (xs: [steps][batch][d]f64) (ys: [batch][h]f64)
               : ([d + h][h]f64, [d + h][h]f64, [d + h][h]f64) =
  vjp (\(wz, wr, wn) -> loss wz wr wn xs ys) (wz, wr, wn) 1
