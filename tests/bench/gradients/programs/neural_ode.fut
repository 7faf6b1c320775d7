-- Trajectories of a small network's vector field, by Runge and Kutta's method with a fixed step, for
-- a batch of starting points, against where they should end.

import "lib/random"

def field [h] (w1: [h][2]f64) (b1: [h]f64) (w2: [2][h]f64) (x: [2]f64) : [2]f64 =
  let hidden = map2 (\row b -> f64.tanh (f64.sum (map2 (*) row x) + b)) w1 b1
  in map (\row -> f64.sum (map2 (*) row hidden)) w2

def step [d] (f: [d]f64 -> [d]f64) (dt: f64) (x: [d]f64) : [d]f64 =
  let along s k = map2 (\x k -> x + s * dt * k) x k
  let k1 = f x
  let k2 = f (along 0.5 k1)
  let k3 = f (along 0.5 k2)
  let k4 = f (along 1 k3)
  in map5 (\x a b c d -> x + dt / 6 * (a + 2 * b + 2 * c + d)) x k1 k2 k3 k4

def loss [n] [h] (starts: [n][2]f64) (ends: [n][2]f64) (w1: [h][2]f64) (b1: [h]f64) (w2: [2][h]f64) : f64 =
  let follow x = loop x for _i < 20 do step (field w1 b1 w2) 0.05 x
  let error x y = f64.sum (map2 (\a b -> (a - b) ** 2) (follow x) y)
  in f64.sum (map2 error starts ends) / f64.i64 n

entry input : ([220][2]f64, [220][2]f64, [16][2]f64, [16]f64, [2][16]f64) =
  (reals_2d 220 2 1 (-1) 1,
   reals_2d 220 2 2 (-1) 1,
   reals_2d 16 2 3 (-1) 1,
   reals 16 4 (-0.5) 0.5,
   reals_2d 2 16 5 (-0.5) 0.5)

entry primal [n] [h] (starts: [n][2]f64) (ends: [n][2]f64) (w1: [h][2]f64) (b1: [h]f64) (w2: [2][h]f64) : f64 =
  loss starts ends w1 b1 w2

entry gradient [n] [h]
               (starts: [n][2]f64) (ends: [n][2]f64) (w1: [h][2]f64) (b1: [h]f64) (w2: [2][h]f64)
               : ([h][2]f64, [h]f64, [2][h]f64) =
  vjp (\(w1, b1, w2) -> loss starts ends w1 b1 w2) (w1, b1, w2) 1
