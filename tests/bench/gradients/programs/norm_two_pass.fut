-- The Euclidean norm without overflow: the largest magnitude first, then the scaled squares.

import "lib/random"

def norm [n] (xs: [n]f64) : f64 =
  let scale = f64.maximum (map f64.abs xs)
  in scale * f64.sqrt (f64.sum (map (\x -> (x / scale) ** 2) xs))

entry input : [1000000]f64 = reals 1000000 1 (-3) 3

entry primal [n] (xs: [n]f64) : f64 = norm xs

entry gradient [n] (xs: [n]f64) : [n]f64 = vjp norm xs 1

entry second [n] (xs: [n]f64) : [n]f64 =
  jvp (\xs -> vjp norm xs 1) xs (map (\x -> x * x) xs)
