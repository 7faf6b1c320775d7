-- The log-likelihood of a vector under a normal distribution, by the Cholesky factor of one matrix
-- and a triangular solve, in place.

import "lib/random"

def likelihood [n] (a: [n][n]f64) (y: [n]f64) : f64 =
  let l = loop l = replicate n (replicate n 0) for j < n do
            let d = a[j, j] - f64.sum (map (\x -> x * x) l[j, :j])
            let l = l with [j, j] = f64.sqrt d
            in loop l for i in j + 1..<n do
                 let s = f64.sum (map2 (*) l[i, :j] l[j, :j])
                 in l with [i, j] = (a[i, j] - s) / l[j, j]
  let z = loop z = replicate n 0 for i < n do
            let s = loop s = y[i] for j < i do s - l[i, j] * z[j]
            in z with [i] = s / l[i, i]
  in -0.5 * f64.sum (map (\x -> x * x) z) - f64.sum (map (\i -> f64.log l[i, i]) (iota n))

entry input : ([77][77]f64, [77]f64) =
  (tabulate_2d 77 77 (\i j ->
     real 1 (-1) 1 (i64.max i j * 77 + i64.min i j) + if i == j then 40 else 0),
   reals 77 2 (-1) 1)

entry primal [n] (a: [n][n]f64) (y: [n]f64) : f64 = likelihood a y

entry gradient [n] (a: [n][n]f64) (y: [n]f64) : ([n][n]f64, [n]f64) =
  vjp (\(a, y) -> likelihood a y) (a, y) 1
