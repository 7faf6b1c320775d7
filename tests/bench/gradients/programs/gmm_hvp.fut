-- Log-likelihood of a Gaussian mixture of few points. The Hessian times a vector reverse over reverse.

import "lib/random"

def log_sum_exp [k] (xs: [k]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def squared_norm [d] [t] (q: [d]f64) (l: [t]f64) (x: [d]f64) (mean: [d]f64) : f64 =
  let c = map2 (-) x mean
  in loop total = 0 for i < d do
       let y = loop s = f64.exp q[i] * c[i] for j < i do s + l[i * (i - 1) / 2 + j] * c[j]
       in total + y * y

def objective [n] [d] [k] [t]
              (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  let sums = map f64.sum qs
  let per_point p =
    log_sum_exp (map5 (\a m q l s -> a + s - 0.5 * squared_norm q l p m) alphas means qs ls sums)
  in f64.sum (map per_point x) - f64.i64 n * log_sum_exp alphas

entry input : ([10]f64, [10][10]f64, [10][10]f64, [10][45]f64, [8100][10]f64) =
  (reals 10 1 (-1) 1,
   reals_2d 10 10 2 (-1) 1,
   reals_2d 10 10 3 (-1) 1,
   reals_2d 10 45 4 (-1) 1,
   reals_2d 8100 10 5 (-2) 2)

entry primal [n] [d] [k] [t]
             (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  objective alphas means qs ls x

entry gradient [n] [d] [k] [t]
               (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64)
               : ([k]f64, [k][d]f64, [k][d]f64, [k][t]f64) =
  vjp (\(a, m, q, l) -> objective a m q l x) (alphas, means, qs, ls) 1

entry second [n] [d] [k] [t]
             (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64)
             : ([k]f64, [k][d]f64, [k][d]f64, [k][t]f64) =
  let slope parameters = vjp (\(a, m, q, l) -> objective a m q l x) parameters 1
  let direction = (reals k 90 (-1) 1, reals_2d k d 91 (-1) 1, reals_2d k d 92 (-1) 1, reals_2d k t 93 (-1) 1)
  in vjp slope (alphas, means, qs, ls) direction
