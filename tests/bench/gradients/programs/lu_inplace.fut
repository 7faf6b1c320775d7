-- The logarithm of a determinant by an LU factorisation without pivoting: three loops in one
-- another that update the matrix in place, as in Fortran.

import "lib/random"

def lu [n] (a: [n][n]f64) : [n][n]f64 =
  loop a = copy a for k < n do
    loop a for i' < n - k - 1 do
      let i = k + 1 + i'
      let factor = a[i, k] / a[k, k]
      let a = a with [i, k] = factor
      in loop a for j' < n - k - 1 do
           let j = k + 1 + j'
           in a with [i, j] = a[i, j] - factor * a[k, j]

def log_det [n] (a: [n][n]f64) : f64 =
  let f = lu a
  in f64.sum (map (\i -> f64.log (f64.abs f[i, i])) (iota n))

entry input : [60][60]f64 =
  tabulate_2d 60 60 (\i j -> real 1 (-1) 1 (i * 60 + j) + if i == j then 30 else 0)

entry primal [n] (a: [n][n]f64) : f64 = log_det a

entry gradient [n] (a: [n][n]f64) : [n][n]f64 = vjp log_det a 1

-- Only derived, not run: `laguz_bench` prints how long that takes.
entry fourth [n] (a: [n][n]f64) : [n][n]f64 =
  let second x = vjp (\y -> vjp log_det y 1) x a
  in vjp (\y -> vjp second y a) a a
