-- The constants of f32, and sums, products and extremes of arrays of it.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: constants
-- input { [f32.inf, f32.nan, f32.inf, -f32.inf, 1.1920929e-7f32, 3.1415927f32, 2.7182817f32] }
-- output { empty([0]i64) }
entry constants (ys: [7]f32) : []i64 =
  e.wrong [f32.inf, f32.nan, f32.highest, f32.lowest, f32.epsilon, f32.pi, f32.e] ys

-- ==
-- entry: width
-- input {  }
-- output { 32i32 }
entry width : i32 = f32.num_bits

-- From left to right, beginning with the neutral element: so the sum of -0 is 0. NaN spoils a sum,
-- not an extreme.
-- ==
-- entry: folds
-- input { empty([0]f32) [0.0f32, 1.0f32, -f32.inf, f32.inf] }
-- output { empty([0]i64) }
-- input { [-0.0f32] [0.0f32, -0.0f32, -0.0f32, -0.0f32] }
-- output { empty([0]i64) }
-- input { [3.0f32, -1.0f32, 2.0f32] [4.0f32, -6.0f32, 3.0f32, -1.0f32] }
-- output { empty([0]i64) }
-- input { [1.0f32, f32.nan] [f32.nan, f32.nan, 1.0f32, 1.0f32] }
-- output { empty([0]i64) }
-- input { [f32.nan, 1.0f32] [f32.nan, f32.nan, 1.0f32, 1.0f32] }
-- output { empty([0]i64) }
-- input { [f32.nan] [f32.nan, f32.nan, -f32.inf, f32.inf] }
-- output { empty([0]i64) }
-- input { [f32.inf, -f32.inf] [f32.nan, -f32.inf, f32.inf, -f32.inf] }
-- output { empty([0]i64) }
-- input { [3.4028235e38f32, 3.4028235e38f32] [f32.inf, f32.inf, 3.4028235e38f32, 3.4028235e38f32] }
-- output { empty([0]i64) }
-- input { [-1.0f32, 0.0f32] [-1.0f32, -0.0f32, 0.0f32, -1.0f32] }
-- output { empty([0]i64) }
-- input { [1.0f32, 5.9604645e-8f32, 5.9604645e-8f32]
--         [1.0f32, 3.5527137e-15f32, 1.0f32, 5.9604645e-8f32] }
-- output { empty([0]i64) }
entry folds (xs: []f32) (ys: [4]f32) : []i64 =
  e.wrong [f32.sum xs, f32.product xs, f32.maximum xs, f32.minimum xs] ys

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 [1.0e3f32, 1.0f32, 999.0f32, 0.0f32] }
-- output { empty([0]i64) }
entry folds_of_many (n: i64) (ys: [4]f32) : []i64 =
  let xs = map f32.i64 (iota n)
  in e.wrong [ f32.sum (map (const 1) xs), f32.product (map (const 1) xs), f32.maximum xs
             , f32.minimum xs ]
             ys
