-- Heat and logistic growth on a grid by explicit steps, with tabulate_2d and `u[i, j]`; neighbours
-- outside are the border itself.

import "lib/random"

def step [n] [m] (k: f64) (r: f64) (u: [n][m]f64) : [n][m]f64 =
  tabulate_2d n m (\i j ->
    let north = u[i64.max (i - 1) 0, j]
    let south = u[i64.min (i + 1) (n - 1), j]
    let west = u[i, i64.max (j - 1) 0]
    let east = u[i, i64.min (j + 1) (m - 1)]
    let c = u[i, j]
    in c + k * (north + south + west + east - 4 * c) + r * c * (1 - c))

def loss [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  let u = loop u for _i < 10 do step k r u
  in f64.sum (map2 (\xs ys -> f64.sum (map2 (\x y -> (x - y) * (x - y)) xs ys)) u target)

entry input : ([160][160]f64, f64, f64, [160][160]f64) =
  (reals_2d 160 160 1 0 1, 0.15, 0.1, reals_2d 160 160 2 0.2 0.8)

entry primal [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  loss u k r target

entry gradient [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64)
               : ([n][m]f64, f64, f64) =
  vjp (\(u, k, r) -> loss u k r target) (u, k, r) 1

entry second [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64)
             : ([n][m]f64, f64, f64) =
  jvp (\(u, k, r) -> vjp (\(u, k, r) -> loss u k r target) (u, k, r) 1) (u, k, r) (target, 1, 1)
