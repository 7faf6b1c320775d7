-- The energy of a liquid under Lennard-Jones's potential in a periodic box, cut off by `if`.

import "lib/random"

def energy [n] (p: [n][3]f64) (side: f64) : f64 =
  let wrap d = d - side * f64.round (d / side)
  let pair i j =
    let dx = wrap (p[i, 0] - p[j, 0])
    let dy = wrap (p[i, 1] - p[j, 1])
    let dz = wrap (p[i, 2] - p[j, 2])
    let r2 = dx * dx + dy * dy + dz * dz
    in if i == j || r2 > 6.25
       then 0
       else let s = 1 / (r2 * r2 * r2) in 4 * (s * s - s)
  in 0.5 * f64.sum (map (\i -> f64.sum (map (pair i) (iota n))) (iota n))

entry input : ([670][3]f64, f64) =
  (tabulate_2d 670 3 (\i k ->
     let cell = if k == 0 then i % 8 else if k == 1 then i / 8 % 8 else i / 64
     in 1.2 * f64.i64 cell + real 1 (-0.1) 0.1 (3 * i + k)),
   9.6)

entry primal [n] (p: [n][3]f64) (side: f64) : f64 = energy p side

entry gradient [n] (p: [n][3]f64) (side: f64) : [n][3]f64 = vjp (\p -> energy p side) p 1

entry second [n] (p: [n][3]f64) (side: f64) : [n][3]f64 =
  jvp (\p -> vjp (\p -> energy p side) p 1) p (map (map f64.sin) p)
