-- The heat equation by explicit steps, in each of which every point adds what it gives to itself
-- and to its neighbours: a sequential loop with three updates in place.

import "lib/random"

def step [n] (k: f64) (u: [n]f64) : [n]f64 =
  let g = copy u
  let g[0] = g[0] - k * u[0]
  let g[1] = g[1] + k * u[0]
  let g[n - 1] = g[n - 1] - k * u[n - 1]
  let g[n - 2] = g[n - 2] + k * u[n - 1]
  in loop g for j < n - 2 do
       let i = j + 1
       let flow = k * u[i]
       let g = g with [i - 1] = g[i - 1] + flow
       let g = g with [i] = g[i] - 2 * flow
       in g with [i + 1] = g[i + 1] + flow

def loss [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 =
  let u = loop u for _i < 20 do step k u
  in f64.sum (map2 (\x y -> (x - y) * (x - y)) u target)

entry input : ([40000]f64, f64, [40000]f64) =
  (reals 40000 1 (-1) 1, 0.2, reals 40000 2 (-0.5) 0.5)

entry primal [n] (u: [n]f64) (k: f64) (target: [n]f64) : f64 = loss u k target

entry gradient [n] (u: [n]f64) (k: f64) (target: [n]f64) : ([n]f64, f64) =
  vjp (\(u, k) -> loss u k target) (u, k) 1
