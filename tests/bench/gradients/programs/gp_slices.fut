-- Log marginal likelihood of a Gaussian process; the factorisation and the solves are dot products of
-- slices of rows, and columns are updated in place.

import "lib/random"

def kernel [n] [d] (x: [n][d]f64) (length: f64) (variance: f64) (noise: f64) : *[n][n]f64 =
  let scaled = map (map (/ f64.exp length)) x
  let norms = map (\p -> f64.sum (map (** 2) p)) scaled
  in tabulate_2d n n (\i j ->
                        let product = f64.sum (map2 (*) scaled[i] scaled[j])
                        let k = f64.exp (variance - 0.5 * (norms[i] + norms[j] - 2 * product))
                        in k + f64.exp (2 * noise) * f64.bool (i == j))

def dot [n] (a: [n]f64) (b: [n]f64) : f64 = f64.sum (map2 (*) a b)

def cholesky [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop a for j < n do
    let row = copy a[j, :j]
    let pivot = f64.sqrt (a[j, j] - dot row row)
    let a = a with [j, j] = pivot
    let below = map (\r -> (r[j] - dot r[:j] row) / pivot) a[j + 1:]
    in a with [j + 1:, j] = below

def solve_lower [n] (l: [n][n]f64) (b: [n]f64) : *[n]f64 =
  loop y = replicate n 0 for i < n do
    y with [i] = (b[i] - dot l[i, :i] y[:i]) / l[i, i]

def likelihood [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64) : f64 =
  let l = cholesky (kernel x length variance noise)
  let flipped = map reverse (reverse (transpose l))
  let alpha = reverse (solve_lower flipped (reverse (solve_lower l y)))
  let logs = f64.sum (map (\i -> f64.log l[i, i]) (iota n))
  in -0.5 * dot y alpha - logs - 0.5 * f64.i64 n * f64.log (2 * f64.pi)

entry input : ([180][4]f64, [180]f64, f64, f64, f64) =
  (reals_2d 180 4 1 (-2) 2, reals 180 2 (-1) 1, 0.3, 0.1, -1)

entry primal [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64) : f64 =
  likelihood x y length variance noise

entry gradient [n] [d] (x: [n][d]f64) (y: [n]f64) (length: f64) (variance: f64) (noise: f64)
               : (f64, f64, f64) =
  vjp (\(l, v, s) -> likelihood x y l v s) (length, variance, noise) 1
