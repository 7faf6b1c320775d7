-- Tangents of the derivative of a product scan: of nothing, and where a factor of zero has an
-- infinite tangent. (By hand: with s = sqrt x the cotangents are (2 + 2 * 3, 4 s, 2 s), and the
-- derivative of s at 0 is infinite.)
-- ==
-- entry: nothing
-- input { empty([0]f64) } output { empty([0]f64) }
-- ==
-- entry: rows
-- input { empty([3][0]f64) } output { empty([3][0]f64) }
-- ==
-- entry: infinite
-- input { 0f64 } output { [0f64, f64.inf, f64.inf] }
entry nothing [n] (a: [n]f64) = jvp (\a -> vjp (scan (*) 1) a a) a a
entry rows [n][m] (a: [n][m]f64) = jvp (\a -> vjp (map (scan (*) 1)) a a) a a
entry infinite (x: f64) =
  jvp (\x -> vjp (scan (*) 1) [f64.sqrt x, 2, 3] [0, 1, 1]) x 1
