-- Burgers' equation on a ring, upwind by `if`; neighbours by `%`.

import "lib/random"

def step [n] (dt: f64) (u: [n]f64) : [n]f64 =
  map (\i ->
         let left = u[(i + n - 1) % n]
         let right = u[(i + 1) % n]
         let slope = if u[i] > 0 then u[i] - left else right - u[i]
         in u[i] - dt * u[i] * slope)
      (iota n)

def energy [n] (u: [n]f64) (dt: f64) (w: [n]f64) : f64 =
  let u = loop u for _i < 50 do step dt u
  in f64.sum (map2 (\x y -> y * x * x) u w)

entry input : ([14000]f64, f64, [14000]f64) =
  (tabulate 14000 (\i -> f64.sin (f64.i64 i * 0.031) + real 1 (-0.1) 0.1 i), 0.2, reals 14000 2 0 1)

entry primal [n] (u: [n]f64) (dt: f64) (w: [n]f64) : f64 = energy u dt w

entry gradient [n] (u: [n]f64) (dt: f64) (w: [n]f64) : ([n]f64, f64) =
  vjp (\(u, dt) -> energy u dt w) (u, dt) 1

entry second [n] (u: [n]f64) (dt: f64) (w: [n]f64) : [n]f64 =
  vjp (\u -> f64.sum (map2 (*) w (vjp (\u -> energy u dt w) u 1))) u 1
