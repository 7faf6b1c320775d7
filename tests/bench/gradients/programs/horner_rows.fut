-- A polynomial at many points by Horner's rule: for each point a loop over the coefficients, which
-- all points share.

import "lib/random"

def loss [n] [m] (cs: [m]f64) (xs: [n]f64) : f64 =
  f64.sum (map (\x -> let y = loop y = 0 for c in cs do y * x + c in y * y) xs)

entry input : ([60]f64, [92000]f64) = (reals 60 1 (-1) 1, reals 92000 2 (-1) 1)

entry primal [n] [m] (cs: [m]f64) (xs: [n]f64) : f64 = loss cs xs

entry gradient [n] [m] (cs: [m]f64) (xs: [n]f64) : ([m]f64, [n]f64) =
  vjp (\(cs, xs) -> loss cs xs) (cs, xs) 1

entry second [n] [m] (cs: [m]f64) (xs: [n]f64) : ([m]f64, [n]f64) =
  vjp (\p -> vjp (\(cs, xs) -> loss cs xs) p 1) (cs, xs)
      (reals m 90 (-1) 1, reals n 91 (-1) 1)
