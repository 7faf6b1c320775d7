-- The LSTM of lstm.fut by indices, one number of the new state after the other.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))

def loss [steps] [batch] [d] [h] [g] [z]
         (w: [g][z]f64) (b: [g]f64) (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  let zeros = replicate batch (replicate h 0)
  let (states, _) =
    loop (states, memories) = (zeros, zeros) for x in xs do
      let dot s r =
        b[r] + f64.sum (tabulate d (\l -> w[r, l] * x[s, l]))
        + f64.sum (tabulate h (\l -> w[r, d + l] * states[s, l]))
      let cell s j =
        let i = sigmoid (dot s j)
        let f = sigmoid (dot s (h + j))
        let o = sigmoid (dot s (2 * h + j))
        let n = f64.tanh (dot s (3 * h + j))
        let m = f * memories[s, j] + i * n
        in (o * f64.tanh m, m)
      let both = tabulate_2d batch h cell
      in (map (map (.0)) both, map (map (.1)) both)
  in f64.sum (flatten (map2 (map2 (\s y -> (s - y) ** 2)) states ys))

entry input : ([256][128]f64, [256]f64, [15][16][64]f64, [16][64]f64) =
  (reals_2d 256 128 1 (-0.3) 0.3, reals 256 2 (-0.1) 0.1,
   tabulate 15 (\t -> reals_2d 16 64 (100 + t) (-1) 1), reals_2d 16 64 3 (-1) 1)

entry primal [steps] [batch] [d] [h] [g] [z]
             (w: [g][z]f64) (b: [g]f64) (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  loss w b xs ys

entry gradient [steps] [batch] [d] [h] [g] [z]
               (w: [g][z]f64) (b: [g]f64) (xs: [steps][batch][d]f64) (ys: [batch][h]f64)
               : ([g][z]f64, [g]f64) =
  vjp (\(w, b) -> loss w b xs ys) (w, b) 1

entry second [steps] [batch] [d] [h] [g] [z]
             (w: [g][z]f64) (b: [g]f64) (xs: [steps][batch][d]f64) (ys: [batch][h]f64)
             : ([g][z]f64, [g]f64) =
  jvp (\p -> vjp (\(w, b) -> loss w b xs ys) p 1) (w, b) (w, b)
