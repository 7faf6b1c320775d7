-- The square of a matrix.

import "lib/random"

def loss [n] (a: [n][n]f64) : f64 =
  let squared = map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose a)) a
  in f64.sum (map (\row -> f64.sum (map (** 2) row)) squared)

entry input : [280][280]f64 = reals_2d 280 280 1 (-1) 1

entry primal [n] (a: [n][n]f64) : f64 = loss a

entry gradient [n] (a: [n][n]f64) : [n][n]f64 = vjp loss a 1

entry second [n] (a: [n][n]f64) : [n][n]f64 = vjp (\a -> vjp loss a 1) a (reals_2d n n 90 (-1) 1)
