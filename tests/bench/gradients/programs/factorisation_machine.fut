-- Second-order interactions of features, each pair once: the factors' products are the same for all rows,
-- and are written where they are used.

import "lib/random"

def loss [n] [k] [d] (xs: [n][k]f64) (v: [k][d]f64) : f64 =
  let score (x: [k]f64) =
    loop s = 0 for i < k do
      loop s for j < i do s + x[i] * x[j] * f64.sum (map2 (*) v[i] v[j])
  in f64.sum (map (\x -> 1 / (1 + f64.exp (-(score x)))) xs)

entry input : ([49000][12]f64, [12][6]f64) = (reals_2d 49000 12 1 (-1) 1, reals_2d 12 6 2 (-0.5) 0.5)

entry primal [n] [k] [d] (xs: [n][k]f64) (v: [k][d]f64) : f64 = loss xs v

entry gradient [n] [k] [d] (xs: [n][k]f64) (v: [k][d]f64) : ([n][k]f64, [k][d]f64) =
  vjp (\(xs, v) -> loss xs v) (xs, v) 1

entry second [n] [k] [d] (xs: [n][k]f64) (v: [k][d]f64) : ([n][k]f64, [k][d]f64) =
  let along = (reals_2d n k 90 (-1) 1, reals_2d k d 91 (-1) 1)
  in vjp (\p -> vjp (\(xs, v) -> loss xs v) p 1) (xs, v) along
