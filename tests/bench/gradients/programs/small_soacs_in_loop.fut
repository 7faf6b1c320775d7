-- A long loop over a small state: 8 coupled oscillators, each step by maps and rotations of 8
-- elements.

import "lib/random"

def simulate [n] (steps: i64) (stiffness: f64) (xs: [n]f64) : f64 =
  let dt = 0.001
  let (xs, vs) =
    loop (xs, vs) = (xs, replicate n 0) for _i < steps do
      let forces =
        map3 (\l x r -> stiffness * (l - 2 * x + r) - f64.sin x) (rotate (-1) xs) xs (rotate 1 xs)
      let vs = map2 (\v f -> v + dt * f) vs forces
      in (map2 (\x v -> x + dt * v) xs vs, vs)
  in f64.sum (map2 (\x v -> x * x + v * v) xs vs)

entry input : (i64, f64, [8]f64) = (10000, 5, reals 8 1 (-1) 1)

entry primal [n] (steps: i64) (stiffness: f64) (xs: [n]f64) : f64 = simulate steps stiffness xs

entry gradient [n] (steps: i64) (stiffness: f64) (xs: [n]f64) : (f64, [n]f64) =
  vjp (\(s, xs) -> simulate steps s xs) (stiffness, xs) 1

entry second [n] (steps: i64) (stiffness: f64) (xs: [n]f64) : (f64, [n]f64) =
  jvp (\(s, xs) -> vjp (\(s, xs) -> simulate steps s xs) (s, xs) 1) (stiffness, xs) (stiffness, xs)
