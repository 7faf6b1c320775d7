-- The derivative of a scan.
--
-- For x = [a, b, c] the products so far are [a, a*b, a*b*c], and so
-- primal x = a*a + a*b*b + a*b*c*c.

def primal [m] (x: [m]f64) =
  let muls = scan (*) 1 x
  in f64.sum (map2 (*) muls x)

-- `vjp f x 1` is the gradient of f at x. By hand, for [1, 2, 3]:
--   d/da = 2*a + b*b + b*c*c = 2 + 4 + 18
--   d/db = 2*a*b + a*c*c     = 4 + 9
--   d/dc = 2*a*b*c           = 12
-- ==
-- entry: gradient
-- input { [1.0, 2.0, 3.0] }
-- output { [24.0f64, 13.0f64, 12.0f64] }
entry gradient [m] (x: [m]f64) =
  vjp (\x' -> primal x') x 1
