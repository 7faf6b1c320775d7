-- The heat equation by explicit steps, each a map over the indices; at the ends a branch takes the
-- ends themselves.

import "lib/random"

def step [n] (k: f64) (u: [n]f64) : [n]f64 =
  map (\i ->
         let left = if i == 0 then u[0] else u[i - 1]
         let right = if i == n - 1 then u[n - 1] else u[i + 1]
         in u[i] + k * (left - 2 * u[i] + right))
      (iota n)

def loss [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 =
  let u = loop u for _i < 20 do step k u
  in f64.sum (map2 (\x y -> (x - y) * (x - y)) u target)

entry input : ([40000]f64, f64, [40000]f64) =
  (reals 40000 1 (-1) 1, 0.2, reals 40000 2 (-0.5) 0.5)

entry primal [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 = loss u k target

entry gradient [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> loss u k target) (u, k) 1

entry second [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> let (du, dk) = vjp (\(u, k) -> loss u k target) (u, k) 1
                  in f64.sum (map2 (*) du target) + dk)
      (u, k) 1
