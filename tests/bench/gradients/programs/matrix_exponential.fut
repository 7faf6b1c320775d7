-- The exponential of a matrix by its series, applied to a vector's outer weights.

import "lib/random"

def product [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) : [n][p]f64 =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

def exponential [n] (a: [n][n]f64) : [n][n]f64 =
  let one = tabulate_2d n n (\i j -> f64.bool (i == j))
  let (sum, _) = loop (sum, term) = (one, one) for k < 15 do
                   let term = map (map (/ f64.i64 (k + 1))) (product term a)
                   in (map2 (map2 (+)) sum term, term)
  in sum

def loss [n] (a: [n][n]f64) (w: [n][n]f64) : f64 =
  f64.sum (map2 (*) (flatten w) (flatten (exponential a)))

entry input : ([110][110]f64, [110][110]f64) = (reals_2d 110 110 1 (-0.3) 0.3, reals_2d 110 110 2 (-1) 1)

entry primal [n] (a: [n][n]f64) (w: [n][n]f64) : f64 = loss a w

entry gradient [n] (a: [n][n]f64) (w: [n][n]f64) : [n][n]f64 = vjp (\a -> loss a w) a 1

entry second [n] (a: [n][n]f64) (w: [n][n]f64) : [n][n]f64 =
  vjp (\a -> f64.sum (map2 (*) (flatten w) (flatten (vjp (\a -> loss a w) a 1)))) a 1
