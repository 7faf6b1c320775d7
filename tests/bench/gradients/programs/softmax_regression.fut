-- Logistic regression with ten classes: the negative log-likelihood with a log-sum-exp for each
-- sample and a penalty; one function for a sample, mapped.

import "lib/random"

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def sample_loss [c] [d] (w: [c][d]f64) (x: [d]f64) (label: i64) : f64 =
  let scores = map (\row -> f64.sum (map2 (*) row x)) w
  in log_sum_exp scores - scores[label]

def loss [n] [c] [d] (w: [c][d]f64) (xs: [n][d]f64) (labels: [n]i64) : f64 =
  let fit = f64.sum (map2 (sample_loss w) xs labels) / f64.i64 n
  let penalty = f64.sum (map (\x -> x ** 2) (flatten w))
  in fit + 0.01 * penalty

entry input : ([10][20]f64, [26000][20]f64, [26000]i64) =
  (reals_2d 10 20 1 (-0.5) 0.5, reals_2d 26000 20 2 (-1) 1, wholes 26000 3 10)

entry primal [n] [c] [d] (w: [c][d]f64) (xs: [n][d]f64) (labels: [n]i64) : f64 =
  loss w xs labels

entry gradient [n] [c] [d] (w: [c][d]f64) (xs: [n][d]f64) (labels: [n]i64) : [c][d]f64 =
  vjp (\w -> loss w xs labels) w 1

entry second [n] [c] [d] (w: [c][d]f64) (xs: [n][d]f64) (labels: [n]i64) : [c][d]f64 =
  let v = map (map (\x -> 1 - x)) w
  in jvp (\w -> vjp (\w -> loss w xs labels) w 1) w v
