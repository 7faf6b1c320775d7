-- An ordinary differential equation whose slope is a small network, by Euler's method, over a batch of
-- initial values; a map over the batch, in it the loop over time.

import "lib/random"

def layer [n] [m] (w: [n][m]f64) (b: [n]f64) (x: [m]f64) : [n]f64 =
  map2 (\row b -> b + f64.sum (map2 (*) row x)) w b

def slope [d] [h] (w1: [h][d]f64) (b1: [h]f64) (w2: [d][h]f64) (b2: [d]f64) (x: [d]f64) : [d]f64 =
  layer w2 b2 (map f64.tanh (layer w1 b1 x))

def loss [n] [d] [h]
         (w1: [h][d]f64) (b1: [h]f64) (w2: [d][h]f64) (b2: [d]f64) (x: [n][d]f64) (y: [n][d]f64) : f64 =
  let steps = 50
  let f = slope w1 b1 w2 b2
  let flow x = loop x for _i < steps do map2 (\x v -> x + v / f64.i64 steps) x (f x)
  in f64.sum (map2 (\x y -> f64.sum (map2 (\a b -> (a - b) ** 2) (flow x) y)) x y) / f64.i64 n

entry input : ([32][4]f64, [32]f64, [4][32]f64, [4]f64, [32][4]f64, [32][4]f64) =
  (reals_2d 32 4 1 (-1) 1, reals 32 2 (-0.5) 0.5, reals_2d 4 32 3 (-0.5) 0.5, reals 4 4 (-0.5) 0.5,
   reals_2d 32 4 5 (-1) 1, reals_2d 32 4 6 (-1) 1)

entry primal [n] [d] [h]
             (w1: [h][d]f64) (b1: [h]f64) (w2: [d][h]f64) (b2: [d]f64) (x: [n][d]f64) (y: [n][d]f64)
             : f64 =
  loss w1 b1 w2 b2 x y

entry gradient [n] [d] [h]
               (w1: [h][d]f64) (b1: [h]f64) (w2: [d][h]f64) (b2: [d]f64) (x: [n][d]f64) (y: [n][d]f64)
               : ([h][d]f64, [h]f64, [d][h]f64, [d]f64) =
  vjp (\(w1, b1, w2, b2) -> loss w1 b1 w2 b2 x y) (w1, b1, w2, b2) 1

entry second [n] [d] [h]
             (w1: [h][d]f64) (b1: [h]f64) (w2: [d][h]f64) (b2: [d]f64) (x: [n][d]f64) (y: [n][d]f64)
             : ([h][d]f64, [h]f64, [d][h]f64, [d]f64) =
  let p = (w1, b1, w2, b2)
  in jvp (\p -> vjp (\(w1, b1, w2, b2) -> loss w1 b1 w2 b2 x y) p 1) p p
