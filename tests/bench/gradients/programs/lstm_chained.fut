-- LSTM over one sequence with indices everywhere, `w[k][i][j]`, and sums by loops.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))

def loss [steps] [d] [h]
         (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64) : f64 =
  let (s, _) =
    loop (s, c) = (replicate h 0, replicate h 0) for t < steps do
      let gate k i =
        let a = loop a = b[k][i] for j < d do a + w[k][i][j] * xs[t][j]
        in loop a for j < h do a + u[k][i][j] * s[j]
      let c = tabulate h (\i -> sigmoid (gate 1 i) * c[i] + sigmoid (gate 0 i) * f64.tanh (gate 3 i))
      let s = tabulate h (\i -> sigmoid (gate 2 i) * f64.tanh c[i])
      in (s, c)
  in loop total = 0 for i < h do total + (s[i] - y[i]) ** 2

entry input : ([4][32][32]f64, [4][32][32]f64, [4][32]f64, [80][32]f64, [32]f64) =
  (tabulate 4 (\k -> reals_2d 32 32 (10 + k) (-0.2) 0.2),
   tabulate 4 (\k -> reals_2d 32 32 (20 + k) (-0.2) 0.2),
   reals_2d 4 32 1 (-0.1) 0.1, reals_2d 80 32 2 (-1) 1, reals 32 3 (-1) 1)

entry primal [steps] [d] [h]
             (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64) : f64 =
  loss w u b xs y

entry gradient [steps] [d] [h]
               (w: [4][h][d]f64) (u: [4][h][h]f64) (b: [4][h]f64) (xs: [steps][d]f64) (y: [h]f64)
               : ([4][h][d]f64, [4][h][h]f64, [4][h]f64) =
  vjp (\(w, u, b) -> loss w u b xs y) (w, u, b) 1
