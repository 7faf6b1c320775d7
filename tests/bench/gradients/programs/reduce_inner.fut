-- Log-sum-exp of each row of a matrix, as a reduction of pairs inside a map; the mean of them less
-- the first column is a cross entropy.

import "lib/random"

def merge (m1: f64, s1: f64) (m2: f64, s2: f64) : (f64, f64) =
  let m = f64.max m1 m2
  in (m, s1 * f64.exp (m1 - m) + s2 * f64.exp (m2 - m))

def log_sum_exp [n] (xs: [n]f64) : f64 =
  let (m, s) = reduce merge (f64.lowest, 0) (map (\x -> (x, 1)) xs)
  in m + f64.log s

def loss [n] [m] (xss: [n][m]f64) : f64 =
  f64.sum (map (\xs -> log_sum_exp xs - xs[0]) xss) / f64.i64 n

entry input : [1800][200]f64 = reals_2d 1800 200 1 (-3) 3

entry primal [n] [m] (xss: [n][m]f64) : f64 = loss xss

entry gradient [n] [m] (xss: [n][m]f64) : [n][m]f64 = vjp loss xss 1

entry second [n] [m] (xss: [n][m]f64) : [n][m]f64 = vjp (\xss -> vjp loss xss 1) xss xss
