-- Log-determinants of shifted matrices, several times over: an LU factorisation in place within
-- two loops, five loops in one another.

import "lib/random"

def total [n] (a: [n][n]f64) (shifts: []f64) : f64 =
  loop sum = 0 for s in shifts do
    loop sum for r < 3 do
      let b = tabulate_2d n n (\i j -> if i == j then a[i, j] + s * f64.i64 (r + 1) else a[i, j])
      let f = loop b for k < n do
                loop b for i in k + 1..<n do
                  let b = b with [i, k] = b[i, k] / b[k, k]
                  in loop b for j in k + 1..<n do
                       b with [i, j] = b[i, j] - b[i, k] * b[k, j]
      in loop sum for i < n do sum + f64.log (f64.abs f[i, i])

entry input : ([22][22]f64, [4]f64) =
  (reals_2d 22 22 1 (-1) 1, [12, 13, 14, 16])

entry primal [n] (a: [n][n]f64) (shifts: []f64) : f64 = total a shifts

entry gradient [n] [m] (a: [n][n]f64) (shifts: [m]f64) : ([n][n]f64, [m]f64) =
  vjp (\(a, shifts) -> total a shifts) (a, shifts) 1

entry second [n] [m] (a: [n][n]f64) (shifts: [m]f64) : [n][n]f64 =
  vjp (\a -> let d = vjp (\a -> total a shifts) a 1
             in f64.sum (map2 (*) (flatten d) (flatten a)))
      a 1

-- Only derived, not run: `laguz_bench` prints how long that takes.
entry fourth [n] [m] (a: [n][n]f64) (shifts: [m]f64) : [n][n]f64 =
  let second x = vjp (\y -> vjp (\z -> total z shifts) y 1) x a
  in vjp (\y -> vjp second y a) a a
