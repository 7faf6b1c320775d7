-- Prefix sums, squared: the path of a random walk and its mean square.

import "lib/random"

def walk [n] (xs: [n]f64) : f64 =
  f64.sum (map (\y -> y * y) (scan (+) 0 xs)) / f64.i64 n

entry input : [1000000]f64 = reals 1000000 1 (-1) 1

entry primal [n] (xs: [n]f64) : f64 = walk xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp walk xs 1

entry second [n] (xs: [n]f64) : [n]f64 = vjp (\xs -> vjp walk xs 1) xs xs
