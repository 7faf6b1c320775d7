-- Weights counted into bins by reduce_by_index, compared with what is wanted.

import "lib/random"

def loss [n] [b] (bins: [n]i64) (target: [b]f64) (weights: [n]f64) : f64 =
  let counts = reduce_by_index (replicate b 0) (+) 0 bins weights
  in f64.sum (map2 (\c t -> (c - t) ** 2) counts target)

entry input : ([2000000]i64, [100]f64, [2000000]f64) =
  (wholes 2000000 1 100, reals 100 2 2900 3100, reals 2000000 3 0 1)

entry primal [n] [b] (bins: [n]i64) (target: [b]f64) (weights: [n]f64) : f64 =
  loss bins target weights

entry gradient [n] [b] (bins: [n]i64) (target: [b]f64) (weights: [n]f64) : [n]f64 =
  vjp (loss bins target) weights 1
