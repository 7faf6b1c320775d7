-- A convolution of a few pictures with a few channels: a sum of sums of sums, a map around it for
-- each of pictures, kernels, rows and columns.

import "lib/random"

def convolve [c] [n] [m] (kernel: [c][3][3]f64) (picture: [c][n][m]f64) : [][]f64 =
  tabulate_2d (n - 2) (m - 2) (\i j ->
    f64.sum (map2 (\k p -> f64.sum (map (\a -> f64.sum (map (\b -> k[a, b] * p[i + a, j + b]) (iota 3)))
                                        (iota 3)))
                  kernel picture))

def loss [b] [k] [c] [n] [m] (pictures: [b][c][n][m]f64) (kernels: [k][c][3][3]f64) : f64 =
  f64.sum (map (\p -> f64.sum (map (\k -> f64.sum (map (f64.max 0) (flatten (convolve k p)))) kernels))
               pictures)

entry input : ([8][3][30][30]f64, [6][3][3][3]f64) =
  (unflatten_4d (reals 21600 1 (-1) 1 :> [8 * 3 * 30 * 30]f64),
   unflatten_4d (reals 162 2 (-0.3) 0.3 :> [6 * 3 * 3 * 3]f64))

entry primal [b] [k] [c] [n] [m] (pictures: [b][c][n][m]f64) (kernels: [k][c][3][3]f64) : f64 =
  loss pictures kernels

entry gradient [b] [k] [c] [n] [m] (pictures: [b][c][n][m]f64) (kernels: [k][c][3][3]f64)
  : ([b][c][n][m]f64, [k][c][3][3]f64) =
  vjp (\(p, k) -> loss p k) (pictures, kernels) 1

entry second [b] [k] [c] [n] [m] (pictures: [b][c][n][m]f64) (kernels: [k][c][3][3]f64)
  : ([b][c][n][m]f64, [k][c][3][3]f64) =
  vjp (\x -> vjp (\(p, k) -> loss p k) x 1) (pictures, kernels) (pictures, kernels)
