-- Heat and logistic growth on a torus by explicit steps, with rotate of the rows and of each row.

import "lib/random"

def step [n] [m] (k: f64) (r: f64) (u: [n][m]f64) : [n][m]f64 =
  let norths = rotate (-1) u
  let souths = rotate 1 u
  let wests = map (rotate (-1)) u
  let easts = map (rotate 1) u
  let around = map4 (map4 (\a b c d -> a + b + c + d)) norths souths wests easts
  in map2 (map2 (\c s -> c + k * (s - 4 * c) + r * c * (1 - c))) u around

def loss [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  let u = loop u for _i < 10 do step k r u
  in f64.sum (map2 (\xs ys -> f64.sum (map2 (\x y -> (x - y) * (x - y)) xs ys)) u target)

entry input : ([120][120]f64, f64, f64, [120][120]f64) =
  (reals_2d 120 120 1 0 1, 0.15, 0.1, reals_2d 120 120 2 0.2 0.8)

entry primal [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  loss u k r target

entry gradient [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64)
               : ([n][m]f64, f64, f64) =
  vjp (\(u, k, r) -> loss u k r target) (u, k, r) 1
