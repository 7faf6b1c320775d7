-- Denoising by total variation: the objective, a sum over the points of a picture.

import "lib/random"

def objective [n] [m] (u: [n][m]f64) (picture: [n][m]f64) (weight: f64) : f64 =
  let slope i j =
    let dx = if i + 1 < n then u[i + 1, j] - u[i, j] else 0
    let dy = if j + 1 < m then u[i, j + 1] - u[i, j] else 0
    in f64.sqrt (dx * dx + dy * dy + 1e-6)
  let variation = f64.sum (flatten (tabulate_2d n m slope))
  let difference = f64.sum (map2 (\x y -> (x - y) ** 2) (flatten u) (flatten picture))
  in 0.5 * difference + weight * variation

entry input : ([610][610]f64, [610][610]f64, f64) =
  (reals_2d 610 610 1 0 1, reals_2d 610 610 2 0 1, 0.3)

entry primal [n] [m] (u: [n][m]f64) (picture: [n][m]f64) (weight: f64) : f64 =
  objective u picture weight

entry gradient [n] [m] (u: [n][m]f64) (picture: [n][m]f64) (weight: f64) : [n][m]f64 =
  vjp (\u -> objective u picture weight) u 1

entry second [n] [m] (u: [n][m]f64) (picture: [n][m]f64) (weight: f64) : [n][m]f64 =
  jvp (\u -> vjp (\u -> objective u picture weight) u 1) u picture
