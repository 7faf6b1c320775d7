-- The LSTM of lstm.fut with parts of the weights' rows for the input and for the state.

import "lib/random"

def sigmoid (x: f64) : f64 = 1 / (1 + f64.exp (-x))

def cell [g] [z] [h] [d]
         (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) : ([h]f64, [h]f64) =
  let gates = map2 (\row c -> c + f64.sum (map2 (*) (row[0:d] :> [d]f64) x)
                               + f64.sum (map2 (*) (row[d:d+h] :> [h]f64) state)) w b
  let i = map sigmoid (gates[0:h] :> [h]f64)
  let f = map sigmoid (gates[h:2 * h] :> [h]f64)
  let o = map sigmoid (gates[2 * h:3 * h] :> [h]f64)
  let new = map f64.tanh (gates[3 * h:4 * h] :> [h]f64)
  let memory = map4 (\i f n m -> f * m + i * n) i f new memory
  in (map2 (\o m -> o * f64.tanh m) o memory, memory)

def loss [steps] [batch] [d] [h] [g] [z]
         (w: [g][z]f64) (b: [g]f64) (xs: [steps][batch][d]f64) (ys: [batch][h]f64) : f64 =
  let zeros = replicate batch (replicate h 0)
  let (states, _) =
    loop (states, memories) = (zeros, zeros) for x in xs do
      unzip (map2 (cell w b) x (zip states memories))
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
