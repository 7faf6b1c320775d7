-- The units of gru.fut, one sequence after the other, with their matrices in one array.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
-- Of rows of three matrices in one array, parts for the input and for the state.
def last [z] [steps] [batch] [d] [h]
         (w: [3][h][z]f64) (xs: [steps][batch][d]f64) : [batch][h]f64 =
  let step (x: [d]f64) (s: [h]f64) : [h]f64 =
    let of_input k j = f64.sum (map2 (*) (w[k, j, :d] :> [d]f64) x)
    let of_state k j (v: [h]f64) = f64.sum (map2 (*) (w[k, j, d:d + h] :> [h]f64) v)
    let z = tabulate h (\j -> sigmoid (of_input 0 j + of_state 0 j s))
    let r = tabulate h (\j -> sigmoid (of_input 1 j + of_state 1 j s))
    let rs = map2 (*) r s
    in tabulate h (\j ->
         let n = f64.tanh (of_input 2 j + of_state 2 j rs)
         in z[j] * s[j] + (1 - z[j]) * n)
  in loop s = replicate batch (replicate h 0) for x in xs do map2 step x s

def loss [steps] [batch] [d] [h]
         (wz: [d + h][h]f64) (wr: [d + h][h]f64) (wn: [d + h][h]f64)
         (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  let s = last [transpose wz, transpose wr, transpose wn] xs
  in f64.sum (map2 (\s y -> f64.sum (map2 (\a b -> (a - b) * (a - b)) s y)) s ys)

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
