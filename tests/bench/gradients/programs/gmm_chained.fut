-- Log-likelihood of a Gaussian mixture with chained indices means[c][j], as in C, in maps over iota.

import "lib/random"

def log_sum_exp [k] (xs: [k]f64) : f64 =
  let m = reduce f64.max (-f64.inf) xs
  in m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

def objective [n] [d] [k] [t]
              (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  let term (p: i64) (c: i64) : f64 =
    let norm =
      loop norm = 0 for i < d do
        let y =
          loop s = f64.exp qs[c][i] * (x[p][i] - means[c][i]) for j < i do
            s + ls[c][i * (i - 1) / 2 + j] * (x[p][j] - means[c][j])
        in norm + y * y
    in alphas[c] + f64.sum qs[c] - 0.5 * norm
  in f64.sum (map (\p -> log_sum_exp (map (term p) (iota k))) (iota n))
     - f64.i64 n * log_sum_exp alphas

entry input : ([25]f64, [25][10]f64, [25][10]f64, [25][45]f64, [2900][10]f64) =
  (reals 25 1 (-1) 1,
   reals_2d 25 10 2 (-1) 1,
   reals_2d 25 10 3 (-1) 1,
   reals_2d 25 45 4 (-1) 1,
   reals_2d 2900 10 5 (-2) 2)

entry primal [n] [d] [k] [t]
             (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  objective alphas means qs ls x

entry gradient [n] [d] [k] [t]
               (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64)
               : ([k]f64, [k][d]f64, [k][d]f64, [k][t]f64) =
  vjp (\(a, m, q, l) -> objective a m q l x) (alphas, means, qs, ls) 1
