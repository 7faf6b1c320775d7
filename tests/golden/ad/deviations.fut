-- Functions whose derivative is wrong or missing upstream, against differences, to second order.

import "lib/check"

def positive (n: i64) : [n]f64 = map (\x -> 0.3 + x * x) (some n)
def small (n: i64) : [n]f64 = map (\x -> 0.6 * x) (some n)

-- ==
-- entry: arcs
-- input { } output { [true, true, true, true, true] }
entry arcs =
  [ agrees (map f64.atan) (some 4), agrees (map f64.atanpi) (some 4), agrees (map f64.atanh) (small 4)
  , agrees (\xs -> [f64.atan2 xs[0] xs[1], f64.atan2 xs[2] xs[3]]) (some 4)
  , agrees (\xs -> [f64.atan2pi xs[0] xs[1], f64.atan2pi xs[2] xs[3]]) (some 4) ]

-- ==
-- entry: parts
-- input { } output { [true, true, true, true] }
entry parts =
  [ agrees (map (\x -> f64.ldexp (x * x) 3)) (some 4)
  , agrees (\xs -> map (\x -> f64.copysign (x * x * x) (-1)) xs) (some 4)
  , agrees (\xs -> [xs[0] % xs[1], (7 * xs[0]) % xs[1]]) [0.9, 0.4]
  , agrees (\xs -> [f64.cbrt xs[0], f64.hypot xs[0] xs[1]]) (positive 2) ]

-- ==
-- entry: gammas
-- input { } output { [true, true] }
entry gammas = [agrees (map f64.gamma) (positive 4), agrees (map f64.lgamma) (positive 4)]

-- A remainder's own slope in what it is divided by: 7.5 = 3 * 2 + 1.5.
-- ==
-- entry: remainder
-- input { 7.5 2.0 } output { 1.0 -3.0 }
entry remainder (x: f64) (y: f64) = vjp (\(x, y) -> x % y) (x, y) 1
