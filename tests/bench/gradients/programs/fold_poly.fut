-- Least squares of a polynomial: Horner's rule as a loop over the coefficients, in a map over points.

import "lib/random"

def value [k] (c: [k]f64) (x: f64) : f64 = loop y = 0 for a in reverse c do y * x + a

def loss [n] [k] (c: [k]f64) (x: [n]f64) (y: [n]f64) : f64 =
  f64.sum (map2 (\x y -> (value c x - y) ** 2) x y) / f64.i64 n

entry input : ([31]f64, [170000]f64, [170000]f64) =
  (reals 31 1 (-1) 1, reals 170000 2 (-1) 1, reals 170000 3 (-1) 1)

entry primal [n] [k] (c: [k]f64) (x: [n]f64) (y: [n]f64) : f64 = loss c x y

entry gradient [n] [k] (c: [k]f64) (x: [n]f64) (y: [n]f64) : ([k]f64, [n]f64) =
  vjp (\(c, x) -> loss c x y) (c, x) 1

entry second [n] [k] (c: [k]f64) (x: [n]f64) (y: [n]f64) : ([k]f64, [n]f64) =
  vjp (\p -> vjp (\(c, x) -> loss c x y) p 1) (c, x) (c, x)
