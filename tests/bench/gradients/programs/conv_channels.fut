-- A convolution over channels: the rows of the picture and of the filter beside each other, read by indices.

import "lib/random"

def loss [c] [n] [m] [k] (img: [c][n][m]f64) (filter: [c][k][k]f64) (h: i64) (w: i64) : f64 =
  f64.sum (map (\i ->
    f64.sum (map (\j ->
      f64.tanh (f64.sum (map2 (\channel own ->
        f64.sum (map (\a -> f64.sum (map (\b -> channel[i + a, j + b] * own[a, b]) (iota k))) (iota k)))
        img filter))) (iota w))) (iota h))

entry input : ([8][110][110]f64, [8][3][3]f64) =
  (unflatten_3d (reals (8 * 110 * 110) 1 (-1) 1), unflatten_3d (reals (8 * 3 * 3) 2 (-0.5) 0.5))

entry primal [c] [n] [m] [k] (img: [c][n][m]f64) (filter: [c][k][k]f64) : f64 =
  loss img filter (n - k + 1) (m - k + 1)

entry gradient [c] [n] [m] [k] (img: [c][n][m]f64) (filter: [c][k][k]f64) : ([c][n][m]f64, [c][k][k]f64) =
  vjp (\(img, filter) -> loss img filter (n - k + 1) (m - k + 1)) (img, filter) 1

entry second [c] [n] [m] [k] (img: [c][n][m]f64) (filter: [c][k][k]f64) : ([c][n][m]f64, [c][k][k]f64) =
  vjp (\p -> vjp (\(img, filter) -> loss img filter (n - k + 1) (m - k + 1)) p 1) (img, filter) (img, filter)
