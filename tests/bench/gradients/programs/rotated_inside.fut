-- A table that is rotated where its elements are read.

import "lib/random"

def loss [n] [m] (a: [n][m]f64) : f64 =
  f64.sum (map (\i ->
    loop s = 0 for j < m do
      s + f64.sin (rotate 1 a)[(i + n - 1) % n][j] * a[i][(j + 1) % m]) (iota n))

entry input : [1200][1000]f64 = reals_2d 1200 1000 1 (-1) 1

entry primal [n] [m] (a: [n][m]f64) : f64 = loss a

entry gradient [n] [m] (a: [n][m]f64) : [n][m]f64 = vjp loss a 1

entry second [n] [m] (a: [n][m]f64) : [n][m]f64 =
  vjp (\a -> vjp loss a 1) a (reals_2d n m 90 (-1) 1)
