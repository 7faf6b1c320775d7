-- Cumulative sums along each row of a matrix, a scan inside a map; squares of the sums.

import "lib/random"

def loss [n] [m] (xss: [n][m]f64) : f64 =
  f64.sum (map (\xs -> f64.sum (map (\y -> y * y) (scan (+) 0 xs))) xss)

entry input : [2700][500]f64 = reals_2d 2700 500 1 (-1) 1

entry primal [n] [m] (xss: [n][m]f64) : f64 = loss xss

entry gradient [n] [m] (xss: [n][m]f64) : [n][m]f64 = vjp loss xss 1
