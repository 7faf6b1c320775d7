-- Log-likelihood of a Gaussian mixture as one would write it with NumPy: triangular matrices are
-- built from the parameters, then matrix-vector products, norms and log-sum-exp over whole arrays.

import "lib/random"

def log_sum_exp [k] (xs: [k]f64) : f64 =
  let m = f64.maximum xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def factor [d] [t] (q: [d]f64) (l: [t]f64) : [d][d]f64 =
  tabulate_2d d d (\i j ->
                     if i == j then f64.exp q[i]
                     else if j < i then l[i * (i - 1) / 2 + j] else 0)

def times [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a

def objective [n] [d] [k] [t]
              (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  let factors = map2 factor qs ls
  let away = map (\p -> map (\mean -> map2 (-) p mean) means) x
  let ys = map (\rows -> map2 times factors rows) away
  let norms = map (map (\y -> f64.sum (map (** 2) y))) ys
  let constants = map2 (+) alphas (map f64.sum qs)
  let terms = map (\row -> map2 (\c norm -> c - 0.5 * norm) constants row) norms
  in f64.sum (map log_sum_exp terms) - f64.i64 n * log_sum_exp alphas

entry input : ([25]f64, [25][10]f64, [25][10]f64, [25][45]f64, [1900][10]f64) =
  (reals 25 1 (-1) 1,
   reals_2d 25 10 2 (-1) 1,
   reals_2d 25 10 3 (-1) 1,
   reals_2d 25 45 4 (-1) 1,
   reals_2d 1900 10 5 (-2) 2)

entry primal [n] [d] [k] [t]
             (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  objective alphas means qs ls x

entry gradient [n] [d] [k] [t]
               (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64)
               : ([k]f64, [k][d]f64, [k][d]f64, [k][t]f64) =
  vjp (\(a, m, q, l) -> objective a m q l x) (alphas, means, qs, ls) 1
