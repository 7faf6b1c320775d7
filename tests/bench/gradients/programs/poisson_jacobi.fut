-- Poisson's equation by iterations of Jacobi, borders held at zero; the distance to a given
-- solution, by the right-hand side.

import "lib/random"

def sweep [n] (h: f64) (f: [n][n]f64) (u: [n][n]f64) : [n][n]f64 =
  let at i j = if i < 0 || j < 0 || i >= n || j >= n then 0 else u[i, j]
  in tabulate_2d n n (\i j ->
       0.25 * (at (i - 1) j + at (i + 1) j + at i (j - 1) + at i (j + 1) + h * h * f[i, j]))

def distance [n] (f: [n][n]f64) (target: [n][n]f64) : f64 =
  let h = 1 / f64.i64 (n + 1)
  let u = iterate 50 (sweep h f) (map (map (const 0)) f)
  in f64.sum (map2 (\xs ys -> f64.sum (map2 (\x y -> (x - y) ** 2) xs ys)) u target)

entry input : ([60][60]f64, [60][60]f64) =
  (reals_2d 60 60 1 (-10) 10, reals_2d 60 60 2 (-0.1) 0.1)

entry primal [n] (f: [n][n]f64) (target: [n][n]f64) : f64 = distance f target

entry gradient [n] (f: [n][n]f64) (target: [n][n]f64) : [n][n]f64 =
  vjp (\f -> distance f target) f 1

entry second [n] (f: [n][n]f64) (target: [n][n]f64) : [n][n]f64 =
  vjp (\f -> vjp (\f -> distance f target) f 1) f target
