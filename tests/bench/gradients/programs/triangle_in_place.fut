-- A table that is filled place by place: above the diagonal what pairs of points have, below zeros.

import "lib/random"

def loss [n] [d] (xs: [n][d]f64) (w: [n][n]f64) : f64 =
  let k =
    loop k = replicate n (replicate n 0) for i < n do loop k for j < n do
      if j > i
      then k with [i, j] = f64.exp (-0.5 * (loop s = 0 for c < d do
                                              s + (xs[i, c] - xs[j, c]) * (xs[i, c] - xs[j, c])))
      else k with [i, j] = 0
  in f64.sum (flatten (map2 (map2 (*)) k w))

entry input : ([400][3]f64, [400][400]f64) = (reals_2d 400 3 1 (-1) 1, reals_2d 400 400 2 (-1) 1)

entry primal [n] [d] (xs: [n][d]f64) (w: [n][n]f64) : f64 = loss xs w

entry gradient [n] [d] (xs: [n][d]f64) (w: [n][n]f64) : [n][d]f64 = vjp (\xs -> loss xs w) xs 1

entry second [n] [d] (xs: [n][d]f64) (w: [n][n]f64) : [n][d]f64 =
  vjp (\xs -> vjp (\xs -> loss xs w) xs 1) xs (reals_2d n d 90 (-1) 1)
