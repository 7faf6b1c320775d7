-- Heat and logistic growth on a grid by explicit steps, with maps in maps and `u[i][j]`.

import "lib/random"

def step [n] [m] (k: f64) (r: f64) (u: [n][m]f64) : [n][m]f64 =
  map (\i ->
    map (\j ->
      let north = if i > 0 then u[i - 1][j] else u[i][j]
      let south = if i < n - 1 then u[i + 1][j] else u[i][j]
      let west = if j > 0 then u[i][j - 1] else u[i][j]
      let east = if j < m - 1 then u[i][j + 1] else u[i][j]
      in u[i][j] + k * (north + south + west + east - 4 * u[i][j]) + r * u[i][j] * (1 - u[i][j]))
    (iota m))
  (iota n)

def loss [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  let u = loop u for _i < 10 do step k r u
  in f64.sum (map2 (\xs ys -> f64.sum (map2 (\x y -> (x - y) * (x - y)) xs ys)) u target)

entry input : ([150][150]f64, f64, f64, [150][150]f64) =
  (reals_2d 150 150 1 0 1, 0.15, 0.1, reals_2d 150 150 2 0.2 0.8)

entry primal [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64) : f64 =
  loss u k r target

entry gradient [n] [m] (u: [n][m]f64) (k: f64) (r: f64) (target: [n][m]f64)
               : ([n][m]f64, f64, f64) =
  vjp (\(u, k, r) -> loss u k r target) (u, k, r) 1
