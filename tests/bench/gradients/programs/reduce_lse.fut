-- Log-sum-exp in one pass: a reduction of pairs (maximum, sum of exponentials scaled by it), the
-- operator of the online softmax.

import "lib/random"

def merge (m1: f64, s1: f64) (m2: f64, s2: f64) : (f64, f64) =
  let m = f64.max m1 m2
  in (m, s1 * f64.exp (m1 - m) + s2 * f64.exp (m2 - m))

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let (m, s) = reduce merge (f64.lowest, 0) (map (\x -> (x, 1)) xs)
  in m + f64.log s

entry input : [200000]f64 = reals 200000 1 (-3) 3

entry primal [n] (xs: [n]f64) : f64 = log_sum_exp xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp log_sum_exp xs 1

entry second [n] (xs: [n]f64) : [n]f64 = jvp (\xs -> vjp log_sum_exp xs 1) xs xs
