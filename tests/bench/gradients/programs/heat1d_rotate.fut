-- The heat equation on a ring by explicit steps, with rotate.

import "lib/random"

def step [n] (k: f64) (u: [n]f64) : [n]f64 =
  map3 (\l c r -> c + k * (l - 2 * c + r)) (rotate (-1) u) u (rotate 1 u)

def loss [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 =
  let u = loop u for _i < 20 do step k u
  in f64.sum (map2 (\x y -> (x - y) * (x - y)) u target)

entry input : ([62000]f64, f64, [62000]f64) =
  (reals 62000 1 (-1) 1, 0.2, reals 62000 2 (-0.5) 0.5)

entry primal [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 = loss u k target

entry gradient [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> loss u k target) (u, k) 1
