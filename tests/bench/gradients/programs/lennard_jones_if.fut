-- Lennard-Jones's energy, softened, of all pairs: for each body a loop over all bodies, of which an
-- `if` takes those behind it.

import "lib/random"

def energy [n] (p: [n][3]f64) : f64 =
  let pair i j =
    let dx = p[i, 0] - p[j, 0]
    let dy = p[i, 1] - p[j, 1]
    let dz = p[i, 2] - p[j, 2]
    let d2 = dx * dx + dy * dy + dz * dz + 0.5
    let i6 = 1 / (d2 * d2 * d2)
    in i6 * i6 - i6
  in f64.sum (map (\i -> loop e = 0 for j < n do if i < j then e + pair i j else e) (iota n))

entry input : [1100][3]f64 = reals_2d 1100 3 1 0 6

entry primal [n] (p: [n][3]f64) : f64 = energy p

entry gradient [n] (p: [n][3]f64) : [n][3]f64 = vjp energy p 1

entry second [n] (p: [n][3]f64) : [n][3]f64 =
  vjp (\p -> vjp energy p 1) p (reals_2d n 3 90 (-1) 1)
