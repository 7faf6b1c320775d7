-- Log marginal likelihood of a Gaussian process: a kernel matrix, Cholesky's factorisation in place
-- by three loops, two triangular solves, all with indices, as in a textbook.

import "lib/random"

def kernel [n] [d] (x: [n][d]f64) (length: f64) (variance: f64) (noise: f64) : *[n][n]f64 =
  let entry_at i j =
    let r2 = f64.sum (map2 (\a b -> (a - b) * (a - b)) x[i] x[j])
    let k = f64.exp variance * f64.exp (-0.5 * r2 / f64.exp (2 * length))
    in if i == j then k + f64.exp (2 * noise) else k
  in tabulate_2d n n entry_at

def cholesky [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop a for j < n do
    let pivot = loop s = a[j, j] for k < j do s - a[j, k] * a[j, k]
    let a = a with [j, j] = f64.sqrt pivot
    in loop a for i in j + 1..<n do
         let s = loop s = a[i, j] for k < j do s - a[i, k] * a[j, k]
         in a with [i, j] = s / a[j, j]

def solve_lower [n] (l: [n][n]f64) (b: [n]f64) : *[n]f64 =
  loop y = copy b for i < n do
    let s = loop s = y[i] for j < i do s - l[i, j] * y[j]
    in y with [i] = s / l[i, i]

def solve_upper [n] (l: [n][n]f64) (b: [n]f64) : *[n]f64 =
  loop y = copy b for r < n do
    let i = n - 1 - r
    let s = loop s = y[i] for j in i + 1..<n do s - l[j, i] * y[j]
    in y with [i] = s / l[i, i]

def likelihood [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64) : f64 =
  let l = cholesky (kernel x length variance noise)
  let alpha = solve_upper l (solve_lower l y)
  let fit = f64.sum (map2 (*) y alpha)
  let logs = loop s = 0 for i < n do s + f64.log l[i, i]
  in -0.5 * fit - logs - 0.5 * f64.i64 n * f64.log (2 * f64.pi)

entry input : ([100][4]f64, [100]f64, f64, f64, f64) =
  (reals_2d 100 4 1 (-2) 2, reals 100 2 (-1) 1, 0.3, 0.1, -1)

entry primal [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64) : f64 =
  likelihood x y length variance noise

entry gradient [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64)
               : (f64, f64, f64) =
  vjp (\(l, v, s) -> likelihood x y l v s) (length, variance, noise) 1

entry second [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64)
             : (f64, f64, f64) =
  let slope parameters = vjp (\(l, v, s) -> likelihood x y l v s) parameters 1
  in vjp slope (length, variance, noise) (1, 0.5, -2)
