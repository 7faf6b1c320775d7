-- A state that goes twenty times through the same matrix and tanh, in a loop.

import "lib/random"

def matvec [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 =
  map (\row -> f64.sum (map2 (*) row x)) a

def final [n] (a: [n][n]f64) (x: [n]f64) : [n]f64 =
  loop x for _i < 20 do map f64.tanh (matvec a x)

def loss [n] (a: [n][n]f64) (x: [n]f64) (w: [n]f64) : f64 =
  f64.sum (map2 (*) w (final a x))

entry input : ([560][560]f64, [560]f64, [560]f64) =
  (reals_2d 560 560 1 (-0.12) 0.12, reals 560 2 (-1) 1, reals 560 3 (-1) 1)

entry primal [n] (a: [n][n]f64) (x: [n]f64) (w: [n]f64) : f64 = loss a x w

entry gradient [n] (a: [n][n]f64) (x: [n]f64) (w: [n]f64) : ([n][n]f64, [n]f64) =
  vjp (\(a, x) -> loss a x w) (a, x) 1

entry second [n] (a: [n][n]f64) (x: [n]f64) (w: [n]f64) : ([n][n]f64, [n]f64) =
  jvp (\y -> vjp (\(a, x) -> loss a x w) y 1) (a, x) (a, x)
