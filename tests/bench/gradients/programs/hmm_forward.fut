-- Log-likelihood of a hidden Markov model with Gaussian emissions, in log space, as in Fortran:
-- largest elements and sums by loops, one state after the other, written in place.

import "lib/random"

def loss [n] [k] (start: [k]f64) (moves: [k][k]f64) (means: [k]f64) (widths: [k]f64) (x: [n]f64) : f64 =
  let emission j v = -0.5 * ((v - means[j]) / widths[j]) ** 2 - f64.log widths[j]
  let alpha = tabulate k (\j -> start[j] + emission j x[0])
  let alpha =
    loop alpha for i < n - 1 do
      loop new = replicate k 0 for j < k do
        let most = loop m = -1e300 for l < k do f64.max m (alpha[l] + moves[l, j])
        let sum = loop s = 0 for l < k do s + f64.exp (alpha[l] + moves[l, j] - most)
        in new with [j] = most + f64.log sum + emission j x[i + 1]
  let most = loop m = -1e300 for l < k do f64.max m alpha[l]
  in most + f64.log (loop s = 0 for l < k do s + f64.exp (alpha[l] - most))

entry input : ([16]f64, [16][16]f64, [16]f64, [16]f64, [200]f64) =
  (reals 16 1 (-3) (-2), reals_2d 16 16 2 (-4) (-2), reals 16 3 (-3) 3, reals 16 4 0.5 1.5,
   reals 200 5 (-3) 3)

entry primal [n] [k] (start: [k]f64) (moves: [k][k]f64) (means: [k]f64) (widths: [k]f64) (x: [n]f64)
             : f64 =
  loss start moves means widths x

entry gradient [n] [k]
               (start: [k]f64) (moves: [k][k]f64) (means: [k]f64) (widths: [k]f64) (x: [n]f64)
               : ([k]f64, [k][k]f64, [k]f64, [k]f64) =
  vjp (\(s, a, m, w) -> loss s a m w x) (start, moves, means, widths) 1
