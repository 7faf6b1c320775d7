-- A sum of squares of elements at random places.

import "lib/random"

def loss [m] [n] (is: [n]i64) (xs: [m]f64) : f64 =
  f64.sum (map (\i -> xs[i] * xs[i]) is)

entry input : ([1000000]i64, [100000]f64) = (wholes 1000000 1 100000, reals 100000 2 (-1) 1)

entry primal [m] [n] (is: [n]i64) (xs: [m]f64) : f64 = loss is xs

entry gradient [m] [n] (is: [n]i64) (xs: [m]f64) : [m]f64 = vjp (loss is) xs 1

entry second [m] [n] (is: [n]i64) (xs: [m]f64) : [m]f64 = jvp (\xs -> vjp (loss is) xs 1) xs xs
