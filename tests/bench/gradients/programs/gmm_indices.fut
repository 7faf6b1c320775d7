-- Log-likelihood of a Gaussian mixture, as one would write it in Fortran: loops and indices a[i, j]
-- throughout, a work array that is overwritten, sums one after the other.

import "lib/random"

def log_sum_exp [k] (xs: [k]f64) : f64 =
  let m = loop m = xs[0] for j in 1..<k do if xs[j] > m then xs[j] else m
  let s = loop s = 0 for j < k do s + f64.exp (xs[j] - m)
  in m + f64.log s

def objective [n] [d] [k] [t]
              (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  let total =
    loop total = 0 for p < n do
      let terms =
        loop terms = replicate k 0 for c < k do
          let sum_q = loop s = 0 for i < d do s + qs[c, i]
          let norm =
            loop norm = 0 for i < d do
              let y =
                loop s = f64.exp qs[c, i] * (x[p, i] - means[c, i]) for j < i do
                  s + ls[c, i * (i - 1) / 2 + j] * (x[p, j] - means[c, j])
              in norm + y * y
          in terms with [c] = alphas[c] + sum_q - 0.5 * norm
      in total + log_sum_exp terms
  in total - f64.i64 n * log_sum_exp alphas

entry input : ([25]f64, [25][10]f64, [25][10]f64, [25][45]f64, [1000][10]f64) =
  (reals 25 1 (-1) 1,
   reals_2d 25 10 2 (-1) 1,
   reals_2d 25 10 3 (-1) 1,
   reals_2d 25 45 4 (-1) 1,
   reals_2d 1000 10 5 (-2) 2)

entry primal [n] [d] [k] [t]
             (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64) : f64 =
  objective alphas means qs ls x

entry gradient [n] [d] [k] [t]
               (alphas: [k]f64) (means: [k][d]f64) (qs: [k][d]f64) (ls: [k][t]f64) (x: [n][d]f64)
               : ([k]f64, [k][d]f64, [k][d]f64, [k][t]f64) =
  vjp (\(a, m, q, l) -> objective a m q l x) (alphas, means, qs, ls) 1
