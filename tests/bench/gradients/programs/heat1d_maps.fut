-- The heat equation by explicit steps, each a map over the indices; the neighbours of the ends are
-- the ends themselves.

import "lib/random"

def step [n] (k: f64) (u: [n]f64) : [n]f64 =
  map (\i ->
         let left = u[i64.max (i - 1) 0]
         let right = u[i64.min (i + 1) (n - 1)]
         in u[i] + k * (left - 2 * u[i] + right))
      (iota n)

def loss [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 =
  let u = loop u for _i < 20 do step k u
  in f64.sum (map2 (\x y -> (x - y) * (x - y)) u target)

entry input : ([54000]f64, f64, [54000]f64) =
  (reals 54000 1 (-1) 1, 0.2, reals 54000 2 (-0.5) 0.5)

entry primal [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 = loss u k target

entry gradient [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> loss u k target) (u, k) 1
