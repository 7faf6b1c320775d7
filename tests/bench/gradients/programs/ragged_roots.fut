-- Roots whose degree each row says, by Newton's method: a loop of so many products in one of a few
-- iterations, in a map.

import "lib/random"

def root (x: f64) (r: f64) : f64 =
  let n = 2 + i32.f64 (r * 1.5)
  in loop y = 1 for _k < 6i32 do
       let p = loop p = 1 for _i < n - 1 do p * y
       in y - (p * y - x) / (f64.i32 n * p)

def loss [n] (xs: [n]f64) (rs: [n]f64) : f64 = f64.sum (map2 (\x r -> root x r * r) xs rs)

entry input : ([86000]f64, [86000]f64) = (reals 86000 1 0.5 3, reals 86000 2 0.5 3)

entry primal [n] (xs: [n]f64) (rs: [n]f64) : f64 = loss xs rs

entry gradient [n] (xs: [n]f64) (rs: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, rs) -> loss xs rs) (xs, rs) 1

entry second [n] (xs: [n]f64) (rs: [n]f64) : ([n]f64, [n]f64) =
  vjp (\p -> vjp (\(xs, rs) -> loss xs rs) p 1) (xs, rs) (reals n 90 (-1) 1, reals n 91 (-1) 1)
