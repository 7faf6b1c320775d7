-- Log-likelihood of a hidden Markov model with discrete observations: a product of a vector and a
-- matrix for each, rescaled to sum 1; the parameters are normalised by softmax at first.

import "lib/random"

def softmax [n] (xs: [n]f64) : [n]f64 =
  let m = f64.maximum xs
  let es = map (\x -> f64.exp (x - m)) xs
  let s = f64.sum es
  in map (/ s) es

def loss [n] [k] [v] (start: [k]f64) (moves: [k][k]f64) (shows: [k][v]f64) (seen: [n]i64) : f64 =
  let a = transpose (map softmax moves)
  let b = transpose (map softmax shows)
  let (_, total) =
    loop (p, total) = (softmax start, 0) for o in seen do
      let p = map2 (*) p b[o]
      let c = f64.sum p
      let p = map (/ c) p
      in (map (\column -> f64.sum (map2 (*) p column)) a, total + f64.log c)
  in -total

entry input : ([32]f64, [32][32]f64, [32][50]f64, [1000]i64) =
  (reals 32 1 (-1) 1, reals_2d 32 32 2 (-2) 2, reals_2d 32 50 3 (-2) 2, wholes 1000 4 50)

entry primal [n] [k] [v] (start: [k]f64) (moves: [k][k]f64) (shows: [k][v]f64) (seen: [n]i64) : f64 =
  loss start moves shows seen

entry gradient [n] [k] [v] (start: [k]f64) (moves: [k][k]f64) (shows: [k][v]f64) (seen: [n]i64)
               : ([k]f64, [k][k]f64, [k][v]f64) =
  vjp (\(s, m, o) -> loss s m o seen) (start, moves, shows) 1
