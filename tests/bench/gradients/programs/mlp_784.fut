-- A perceptron for images of digits, 784-256-10, on a batch of 256: relu, then the cross-entropy
-- of a softmax. Layers are maps over samples and rows of weights.

import "lib/random"

def layer [n] [m] [b] (w: [m][n]f64) (bias: [m]f64) (xs: [b][n]f64) : [b][m]f64 =
  map (\x -> map2 (+) bias (map (\row -> f64.sum (map2 (*) row x)) w)) xs

def relu (x: f64) : f64 = f64.max x 0

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def loss [b] [n] [h] [c] (w1: [h][n]f64) (b1: [h]f64) (w2: [c][h]f64) (b2: [c]f64)
                         (xs: [b][n]f64) (labels: [b]i64) : f64 =
  let hidden = map (map relu) (layer w1 b1 xs)
  let scores = layer w2 b2 hidden
  in f64.sum (map2 (\s l -> log_sum_exp s - s[l]) scores labels) / f64.i64 b

entry input : ([256][784]f64, [256]f64, [10][256]f64, [10]f64, [256][784]f64, [256]i64) =
  (reals_2d 256 784 1 (-0.06) 0.06, reals 256 2 (-0.1) 0.1, reals_2d 10 256 3 (-0.1) 0.1,
   reals 10 4 (-0.1) 0.1, reals_2d 256 784 5 0 1, wholes 256 6 10)

entry primal [b] [n] [h] [c] (w1: [h][n]f64) (b1: [h]f64) (w2: [c][h]f64) (b2: [c]f64)
                             (xs: [b][n]f64) (labels: [b]i64) : f64 =
  loss w1 b1 w2 b2 xs labels

entry gradient [b] [n] [h] [c] (w1: [h][n]f64) (b1: [h]f64) (w2: [c][h]f64) (b2: [c]f64)
                               (xs: [b][n]f64) (labels: [b]i64)
             : ([h][n]f64, [h]f64, [c][h]f64, [c]f64) =
  vjp (\(w1, b1, w2, b2) -> loss w1 b1 w2 b2 xs labels) (w1, b1, w2, b2) 1
