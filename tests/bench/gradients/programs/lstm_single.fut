-- LSTM over one sequence, as a loop of products of matrices and vectors: eight matrices, four for
-- the input and four for the state, passed in two arrays.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))
def product [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 =
  map (\row -> f64.sum (map2 (*) row x)) a
def plus [n] (a: [n]f64) (b: [n]f64) : [n]f64 = map2 (+) a b
def times [n] (a: [n]f64) (b: [n]f64) : [n]f64 = map2 (*) a b

def loss [steps] [d] [h]
         (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64) : f64 =
  let gate k x s = plus (plus (product w[k] x) (product u[k] s)) b[k]
  let (s, _) =
    loop (s, c) = (replicate h 0, replicate h 0) for t < steps do
      let i = map sigmoid (gate 0 xs[t] s)
      let f = map sigmoid (gate 1 xs[t] s)
      let o = map sigmoid (gate 2 xs[t] s)
      let c = plus (times f c) (times i (map f64.tanh (gate 3 xs[t] s)))
      in (times o (map f64.tanh c), c)
  in f64.sum (map (\e -> e * e) (map2 (-) s y))

entry input : ([4][170][170]f64, [4][170][170]f64, [4][170]f64, [20][170]f64, [170]f64) =
  (tabulate 4 (\k -> reals_2d 170 170 (10 + k) (-0.2) 0.2),
   tabulate 4 (\k -> reals_2d 170 170 (20 + k) (-0.2) 0.2),
   reals_2d 4 170 1 (-0.1) 0.1, reals_2d 20 170 2 (-1) 1, reals 170 3 (-1) 1)

entry primal [steps] [d] [h]
             (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64) : f64 =
  loss w u b xs y

entry gradient [steps] [d] [h]
               (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64)
               : ([4][h][d]f64, [4][h][h]f64, [4][h]f64) =
  vjp (\(w, u, b) -> loss w u b xs y) (w, u, b) 1
