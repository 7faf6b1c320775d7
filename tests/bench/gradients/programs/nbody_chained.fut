-- The potential energy of many bodies, softened: maps over indices, `p[i][k]`.

import "lib/random"

def energy [n] (p: [n][3]f64) (m: [n]f64) : f64 =
  0.5 * f64.sum (map (\i ->
    f64.sum (map (\j ->
      let dx = p[i][0] - p[j][0]
      let dy = p[i][1] - p[j][1]
      let dz = p[i][2] - p[j][2]
      in -m[i] * m[j] / f64.sqrt (dx * dx + dy * dy + dz * dz + 0.01)) (iota n))) (iota n))

entry input : ([960][3]f64, [960]f64) = (reals_2d 960 3 1 (-1) 1, reals 960 2 0.5 1.5)

entry primal [n] (p: [n][3]f64) (m: [n]f64) : f64 = energy p m

entry gradient [n] (p: [n][3]f64) (m: [n]f64) : [n][3]f64 = vjp (\p -> energy p m) p 1
