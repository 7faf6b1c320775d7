-- A recurrent network of eight rectifiers, run on every row of the input by itself.

import "lib/random"

def loss [m] [t] (w: [8][8]f64) (u: [8]f64) (xs: [m][t]f64) : f64 =
  let step h x = map2 (\row a -> f64.max 0 (f64.sum (map2 (*) row h) * 0.3 + a * x)) w u
  let last x = loop h = replicate 8 0 for j < t do step h x[j]
  in f64.sum (map (\x -> f64.sum (last x)) xs)

entry input : ([8][8]f64, [8]f64, [3200][50]f64) =
  (reals_2d 8 8 1 (-1) 1, reals 8 2 (-1) 1, reals_2d 3200 50 3 (-1) 1)

entry primal [m] [t] (w: [8][8]f64) (u: [8]f64) (xs: [m][t]f64) : f64 = loss w u xs

entry gradient [m] [t] (w: [8][8]f64) (u: [8]f64) (xs: [m][t]f64) : ([8][8]f64, [8]f64) =
  vjp (\(w, u) -> loss w u xs) (w, u) 1

entry second [m] [t] (w: [8][8]f64) (u: [8]f64) (xs: [m][t]f64) : ([8][8]f64, [8]f64) =
  vjp (\p -> vjp (\(w, u) -> loss w u xs) p 1) (w, u) (reals_2d 8 8 90 (-1) 1, reals 8 91 (-1) 1)
