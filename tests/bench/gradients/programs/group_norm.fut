-- Groups of channels normalised by their means and deviations, and a gate: eight groups, each some
-- rows of rows.

import "lib/random"

def loss [g] [c] [n] [m] (x: [g][c][n][m]f64) (scale: [g]f64) (shift: [g]f64) : f64 =
  let count = f64.i64 (c * n * m)
  let all (f: f64 -> f64) (x: [c][n][m]f64) : f64 = f64.sum (map (\p -> f64.sum (map (\r -> f64.sum (map f r)) p)) x)
  let group x s b =
    let mean = all id x / count
    let deviation = f64.sqrt (all (\v -> (v - mean) ** 2) x / count + 1e-5)
    in all (\v -> let y = s * (v - mean) / deviation + b in y / (1 + f64.exp (-y))) x
  in f64.sum (map3 group x scale shift)

entry input : ([8][16][14][14]f64, [8]f64, [8]f64) =
  (unflatten_4d (reals 25088 1 (-1) 1 :> [8 * 16 * 14 * 14]f64), reals 8 2 0.5 1.5, reals 8 3 (-0.2) 0.2)

entry primal [g] [c] [n] [m] (x: [g][c][n][m]f64) (scale: [g]f64) (shift: [g]f64) : f64 = loss x scale shift

entry gradient [g] [c] [n] [m] (x: [g][c][n][m]f64) (scale: [g]f64) (shift: [g]f64)
  : ([g][c][n][m]f64, [g]f64, [g]f64) =
  vjp (\(x, s, b) -> loss x s b) (x, scale, shift) 1

entry second [g] [c] [n] [m] (x: [g][c][n][m]f64) (scale: [g]f64) (shift: [g]f64)
  : ([g][c][n][m]f64, [g]f64, [g]f64) =
  vjp (\y -> vjp (\(x, s, b) -> loss x s b) y 1) (x, scale, shift) (x, scale, shift)
