-- The constants of f16, and sums, products and extremes of arrays of it.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: constants
-- input { [f16.inf, f16.nan, f16.inf, -f16.inf, 0.000977f16, 3.14f16, 2.719f16] }
-- output { empty([0]i64) }
entry constants (ys: [7]f16) : []i64 =
  e.wrong [f16.inf, f16.nan, f16.highest, f16.lowest, f16.epsilon, f16.pi, f16.e] ys

-- ==
-- entry: width
-- input {  }
-- output { 16i32 }
entry width : i32 = f16.num_bits

-- From left to right, beginning with the neutral element: so the sum of -0 is 0. NaN spoils a sum,
-- not an extreme.
-- ==
-- entry: folds
-- input { empty([0]f16) [0.0f16, 1.0f16, -f16.inf, f16.inf] }
-- output { empty([0]i64) }
-- input { [-0.0f16] [0.0f16, -0.0f16, -0.0f16, -0.0f16] }
-- output { empty([0]i64) }
-- input { [3.0f16, -1.0f16, 2.0f16] [4.0f16, -6.0f16, 3.0f16, -1.0f16] }
-- output { empty([0]i64) }
-- input { [1.0f16, f16.nan] [f16.nan, f16.nan, 1.0f16, 1.0f16] }
-- output { empty([0]i64) }
-- input { [f16.nan, 1.0f16] [f16.nan, f16.nan, 1.0f16, 1.0f16] }
-- output { empty([0]i64) }
-- input { [f16.nan] [f16.nan, f16.nan, -f16.inf, f16.inf] }
-- output { empty([0]i64) }
-- input { [f16.inf, -f16.inf] [f16.nan, -f16.inf, f16.inf, -f16.inf] }
-- output { empty([0]i64) }
-- input { [6.55e4f16, 6.55e4f16] [f16.inf, f16.inf, 6.55e4f16, 6.55e4f16] }
-- output { empty([0]i64) }
-- input { [-1.0f16, 0.0f16] [-1.0f16, -0.0f16, 0.0f16, -1.0f16] }
-- output { empty([0]i64) }
-- input { [1.0f16, 0.0004883f16, 0.0004883f16] [1.0f16, 2.4e-7f16, 1.0f16, 0.0004883f16] }
-- output { empty([0]i64) }
entry folds (xs: []f16) (ys: [4]f16) : []i64 =
  e.wrong [f16.sum xs, f16.product xs, f16.maximum xs, f16.minimum xs] ys

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 [1.0e3f16, 1.0f16, 999.0f16, 0.0f16] }
-- output { empty([0]i64) }
entry folds_of_many (n: i64) (ys: [4]f16) : []i64 =
  let xs = map f16.i64 (iota n)
  in e.wrong [ f16.sum (map (const 1) xs), f16.product (map (const 1) xs), f16.maximum xs
             , f16.minimum xs ]
             ys
