-- The last state of x' = a x + b: the affine maps are composed by a reduction of pairs.

import "lib/random"

def after (a1: f64, b1: f64) (a2: f64, b2: f64) : (f64, f64) = (a1 * a2, b1 * a2 + b2)

def final [n] (as: [n]f64) (bs: [n]f64) (x0: f64) : f64 =
  let (a, b) = reduce after (1, 0) (zip as bs)
  let x = a * x0 + b
  in x * x

entry input : ([500000]f64, [500000]f64, f64) =
  (reals 500000 1 0.9999 1, reals 500000 2 (-1) 1, 1)

entry primal [n] (as: [n]f64) (bs: [n]f64) (x0: f64) : f64 = final as bs x0

entry gradient [n] (as: [n]f64) (bs: [n]f64) (x0: f64) : ([n]f64, [n]f64, f64) =
  vjp (\(as, bs, x0) -> final as bs x0) (as, bs, x0) 1
