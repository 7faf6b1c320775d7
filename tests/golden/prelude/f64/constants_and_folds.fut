-- The constants of f64, and sums, products and extremes of arrays of it.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: constants
-- input { [f64.inf, f64.nan, f64.inf, -f64.inf, 2.220446049250313e-16, 3.141592653589793,
--          2.718281828459045] }
-- output { empty([0]i64) }
entry constants (ys: [7]f64) : []i64 =
  e.wrong [f64.inf, f64.nan, f64.highest, f64.lowest, f64.epsilon, f64.pi, f64.e] ys

-- ==
-- entry: width
-- input {  }
-- output { 64i32 }
entry width : i32 = f64.num_bits

-- From left to right, beginning with the neutral element: so the sum of -0 is 0. NaN spoils a sum,
-- not an extreme.
-- ==
-- entry: folds
-- input { empty([0]f64) [0.0, 1.0, -f64.inf, f64.inf] }
-- output { empty([0]i64) }
-- input { [-0.0] [0.0, -0.0, -0.0, -0.0] }
-- output { empty([0]i64) }
-- input { [3.0, -1.0, 2.0] [4.0, -6.0, 3.0, -1.0] }
-- output { empty([0]i64) }
-- input { [1.0, f64.nan] [f64.nan, f64.nan, 1.0, 1.0] }
-- output { empty([0]i64) }
-- input { [f64.nan, 1.0] [f64.nan, f64.nan, 1.0, 1.0] }
-- output { empty([0]i64) }
-- input { [f64.nan] [f64.nan, f64.nan, -f64.inf, f64.inf] }
-- output { empty([0]i64) }
-- input { [f64.inf, -f64.inf] [f64.nan, -f64.inf, f64.inf, -f64.inf] }
-- output { empty([0]i64) }
-- input { [1.7976931348623157e308, 1.7976931348623157e308]
--         [f64.inf, f64.inf, 1.7976931348623157e308, 1.7976931348623157e308] }
-- output { empty([0]i64) }
-- input { [-1.0, 0.0] [-1.0, -0.0, 0.0, -1.0] }
-- output { empty([0]i64) }
-- input { [1.0, 1.1102230246251565e-16, 1.1102230246251565e-16]
--         [1.0, 1.232595164407831e-32, 1.0, 1.1102230246251565e-16] }
-- output { empty([0]i64) }
entry folds (xs: []f64) (ys: [4]f64) : []i64 =
  e.wrong [f64.sum xs, f64.product xs, f64.maximum xs, f64.minimum xs] ys

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 [1.0e3, 1.0, 999.0, 0.0] }
-- output { empty([0]i64) }
entry folds_of_many (n: i64) (ys: [4]f64) : []i64 =
  let xs = map f64.i64 (iota n)
  in e.wrong [ f64.sum (map (const 1) xs), f64.product (map (const 1) xs), f64.maximum xs
             , f64.minimum xs ]
             ys
