-- The function of scan.fut as a single reduction.
--
-- A stretch of the array is summed up by two numbers: p, the product of its elements, and s, what
-- the stretch would give by itself. Put a second stretch behind the first, and each of its terms
-- is multiplied by everything in front of it.

def join (p1: f64, s1: f64) (p2: f64, s2: f64) : (f64, f64) =
  (p1 * p2, s1 + p1 * s2)

def primal [m] (x: [m]f64) : f64 =
  let (_, s) = reduce join (1, 0) (map (\a -> (a, a * a)) x)
  in s

-- The same gradient as in scan.fut.
-- ==
-- entry: gradient
-- input { [1.0, 2.0, 3.0] }
-- output { [24.0f64, 13.0f64, 12.0f64] }
-- input { empty([0]f64) }
-- output { empty([0]f64) }
entry gradient [m] (x: [m]f64) : [m]f64 =
  vjp primal x 1
