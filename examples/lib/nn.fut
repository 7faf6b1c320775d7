-- | Parts of neural networks, as plain functions of their parameters and one example.

import "linalg"

-- | A fully connected layer: weighted sums of the inputs, plus a constant each.
def dense [n] [m] (weights: [n][m]f64) (bias: [n]f64) (x: [m]f64) : [n]f64 =
  map2 (+) (matvec weights x) bias

-- | The logarithm of the sum of the exponentials, safe from overflow.
def log_sum_exp [n] (xs: [n]f64) : f64 =
  let top = f64.maximum xs
  in top + f64.log (f64.sum (map (\x -> f64.exp (x - top)) xs))

-- | How surprised a classifier with these scores is by the right answer: minus the logarithm of the
-- probability that softmax gives to it.
def cross_entropy [n] (scores: [n]f64) (answer: i64) : f64 = log_sum_exp scores - scores[answer]

-- | The place of the greatest score; of several, the first.
def argmax [n] (scores: [n]f64) : i64 =
  let better (i, x) (j, y) = if y > x || (y == x && j < i) then (j, y) else (i, x)
  let (best, _) = reduce_comm better (0, -f64.inf) (zip (iota n) scores)
  in best

-- | The part of the answers that are right.
def accuracy [n] (guesses: [n]i64) (answers: [n]i64) : f64 =
  f64.i64 (i64.sum (map2 (\g a -> i64.bool (g == a)) guesses answers)) / f64.i64 n
