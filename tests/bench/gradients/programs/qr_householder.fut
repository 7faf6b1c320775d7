-- The triangle of a QR factorisation by Householder's reflections: a loop that makes the matrix
-- anew.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def reflect [n] [m] (a: [n][m]f64) (k: i64) : [n][m]f64 =
  let column = tabulate n (\i -> if i < k then 0 else a[i, k])
  let alpha = -f64.sgn column[k] * f64.sqrt (dot column column)
  let v = tabulate n (\i -> if i == k then column[i] - alpha else column[i])
  let beta = 2 / dot v v
  let w = map (\c -> beta * dot v c) (transpose a)
  in map2 (\row x -> map2 (\r y -> r - x * y) row w) a v

def loss [n] [m] (a: [n][m]f64) (w: [m][m]f64) : f64 =
  let r = loop a for k < m do reflect a k
  in f64.sum (flatten (tabulate_2d m m (\i j -> if i <= j then w[i, j] * r[i, j] else 0)))

entry input : ([250][60]f64, [60][60]f64) = (reals_2d 250 60 1 (-1) 1, reals_2d 60 60 2 (-1) 1)

entry primal [n] [m] (a: [n][m]f64) (w: [m][m]f64) : f64 = loss a w

entry gradient [n] [m] (a: [n][m]f64) (w: [m][m]f64) : [n][m]f64 = vjp (\a -> loss a w) a 1
