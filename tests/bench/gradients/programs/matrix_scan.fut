-- Running products of 2 by 2 matrices by their indices, from the matrix that changes nothing.

import "lib/random"

def mul (a: [2][2]f64) (b: [2][2]f64) : [2][2]f64 =
  tabulate_2d 2 2 (\i j -> a[i, 0] * b[0, j] + a[i, 1] * b[1, j])

def loss [n] (ms: [n][2][2]f64) : f64 =
  f64.sum (map (\m -> m[0, 1]) (scan mul [[1, 0], [0, 1]] ms))

entry input : [100000][2][2]f64 = unflatten_3d (reals 400000 1 (-0.7) 0.7 :> [100000 * 2 * 2]f64)

entry primal [n] (ms: [n][2][2]f64) : f64 = loss ms

entry gradient [n] (ms: [n][2][2]f64) : [n][2][2]f64 = vjp loss ms 1

entry second [n] (ms: [n][2][2]f64) : [n][2][2]f64 = vjp (\ms -> vjp loss ms 1) ms ms
