-- Sums that run along the rows of a matrix, in place.

import "lib/random"

def loss [n] [m] (x: [n][m]f64) (w: [n][m]f64) : f64 =
  let y =
    loop y = copy x for i < n do loop y for j < m - 1 do
      y with [i, j + 1] = y[i, j + 1] + 0.9 * f64.sin y[i, j]
  in f64.sum (flatten (map2 (map2 (*)) y w))

entry input : ([300][200]f64, [300][200]f64) = (reals_2d 300 200 1 (-1) 1, reals_2d 300 200 2 (-1) 1)

entry primal [n] [m] (x: [n][m]f64) (w: [n][m]f64) : f64 = loss x w

entry gradient [n] [m] (x: [n][m]f64) (w: [n][m]f64) : [n][m]f64 = vjp (\x -> loss x w) x 1

entry second [n] [m] (x: [n][m]f64) (w: [n][m]f64) : [n][m]f64 =
  vjp (\x -> vjp (\x -> loss x w) x 1) x (reals_2d n m 90 (-1) 1)
