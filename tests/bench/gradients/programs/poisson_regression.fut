-- Poisson regression, one loop over the rows that adds up, indices throughout; the Hessian times a
-- vector reverse over reverse.

import "lib/random"

def loss [n] [d] (x: [n][d]f64) (counts: [n]i64) (exposure: [n]f64) (w: [d]f64) : f64 =
  loop total = 0 for i < n do
    let eta = loop s = f64.log exposure[i] for j < d do s + x[i, j] * w[j]
    in total + f64.exp eta - f64.i64 counts[i] * eta

entry input : ([20000][10]f64, [20000]i64, [20000]f64, [10]f64) =
  (reals_2d 20000 10 1 (-1) 1, wholes 20000 2 6, reals 20000 3 0.5 2, reals 10 4 (-0.5) 0.5)

entry primal [n] [d] (x: [n][d]f64) (counts: [n]i64) (exposure: [n]f64) (w: [d]f64) : f64 =
  loss x counts exposure w

entry gradient [n] [d] (x: [n][d]f64) (counts: [n]i64) (exposure: [n]f64) (w: [d]f64) : [d]f64 =
  vjp (loss x counts exposure) w 1

entry second [n] [d] (x: [n][d]f64) (counts: [n]i64) (exposure: [n]f64) (w: [d]f64) : [d]f64 =
  vjp (\w -> vjp (loss x counts exposure) w 1) w (reals d 90 (-1) 1)
