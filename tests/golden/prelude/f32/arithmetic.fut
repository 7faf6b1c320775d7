-- The arithmetic of f32 at its edges: signs of zeros, infinities, NaN, rounding to even, overflow
-- and underflow. What comes last in an input is what should come out; the output says which do not.

open import "../lib/exact"
module e = exact f32

-- Half way between two numbers, the even one.
-- ==
-- entry: sums
-- input { [f32.nan, 1.0f32, f32.inf, -f32.inf, f32.inf, 0.0f32, -0.0f32, -0.0f32, 3.4028235e38f32,
--          -3.4028235e38f32, 3.4028235e38f32, 1.0f32, 1.0000001f32, 1.0f32, 16777216.0f32,
--          16777218.0f32, 1.0e-45f32, 1.1754944e-38f32]
--         [1.0f32, f32.nan, 1.0f32, f32.inf, f32.inf, -0.0f32, -0.0f32, 0.0f32, 3.4028235e38f32,
--          -3.4028235e38f32, -3.4028235e38f32, 5.9604645e-8f32, 5.9604645e-8f32, 8.940697e-8f32,
--          1.0f32, 1.0f32, 1.0e-45f32, -1.0e-45f32]
--         [f32.nan, f32.nan, f32.inf, f32.nan, f32.inf, 0.0f32, -0.0f32, 0.0f32, f32.inf,
--          -f32.inf, 0.0f32, 1.0f32, 1.0000002f32, 1.0000001f32, 16777216.0f32, 1.677722e7f32,
--          3.0e-45f32, 1.1754942e-38f32] }
-- output { empty([0]i64) }
entry sums [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32.+) xs ys) zs

-- ==
-- entry: differences
-- input { [f32.nan, 1.0f32, f32.inf, -f32.inf, f32.inf, 0.0f32, -0.0f32, -0.0f32,
--          -3.4028235e38f32, 1.0f32, 1.0f32, 16777216.0f32, 1.0e-45f32, 3.0f32]
--         [1.0f32, f32.nan, 1.0f32, f32.inf, f32.inf, -0.0f32, -0.0f32, 0.0f32, 3.4028235e38f32,
--          2.9802322e-8f32, 5.9604645e-8f32, -1.0f32, 1.1754944e-38f32, 3.0f32]
--         [f32.nan, f32.nan, f32.inf, -f32.inf, f32.nan, 0.0f32, 0.0f32, -0.0f32, -f32.inf,
--          1.0f32, 0.99999994f32, 16777216.0f32, -1.1754942e-38f32, 0.0f32] }
-- output { empty([0]i64) }
entry differences [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32.-) xs ys) zs

-- Below the least number there is 0, with its sign.
-- ==
-- entry: products
-- input { [f32.nan, f32.inf, f32.inf, -f32.inf, 0.0f32, -0.0f32, 3.4028235e38f32, 3.4028235e38f32,
--          1.0e-45f32, 1.0e-45f32, -1.0e-45f32, 1.1754944e-38f32, 1.0000001f32, 1.0000001f32,
--          3.0f32]
--         [0.0f32, 0.0f32, -2.0f32, -f32.inf, -1.0f32, -1.0f32, 2.0f32, -2.0f32, 0.5f32, 0.75f32,
--          0.5f32, 0.5f32, 1.0000001f32, 0.99999994f32, 0.33333334f32]
--         [f32.nan, f32.nan, -f32.inf, f32.inf, -0.0f32, 0.0f32, f32.inf, -f32.inf, 0.0f32,
--          1.0e-45f32, -0.0f32, 5.877472e-39f32, 1.0000002f32, 1.0f32, 1.0f32] }
-- output { empty([0]i64) }
entry products [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32.*) xs ys) zs

-- ==
-- entry: quotients
-- input { [1.0f32, 1.0f32, -1.0f32, 0.0f32, f32.inf, f32.inf, 2.0f32, -2.0f32, f32.nan, 0.0f32,
--          1.0f32, 2.0f32, 1.0f32, 3.4028235e38f32, 1.0e-45f32, 1.0e-45f32, 1.1754944e-38f32,
--          1.0f32]
--         [0.0f32, -0.0f32, 0.0f32, 0.0f32, f32.inf, 2.0f32, f32.inf, f32.inf, 1.0f32, -3.0f32,
--          3.0f32, 3.0f32, 1.0e1f32, 0.5f32, 2.0f32, -2.0f32, 2.0f32, 3.4028235e38f32]
--         [f32.inf, -f32.inf, -f32.inf, f32.nan, f32.nan, f32.inf, 0.0f32, -0.0f32, f32.nan,
--          -0.0f32, 0.33333334f32, 0.6666667f32, 0.1f32, f32.inf, 0.0f32, -0.0f32,
--          5.877472e-39f32, 2.938736e-39f32] }
-- output { empty([0]i64) }
entry quotients [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32./) xs ys) zs

-- With the sign of the divisor.
-- ==
-- entry: remainders
-- input { [5.5f32, -5.5f32, 5.5f32, -5.5f32, 1.0f32, f32.inf, f32.nan, 2.0f32, 5.5f32, -5.5f32,
--          0.25f32, 3.4028235e38f32, 16777216.0f32]
--         [2.0f32, 2.0f32, -2.0f32, -2.0f32, 0.0f32, 2.0f32, 2.0f32, f32.nan, f32.inf, -f32.inf,
--          3.0f32, 3.0f32, 7.0f32]
--         [1.5f32, 0.5f32, -0.5f32, -1.5f32, f32.nan, f32.nan, f32.nan, f32.nan, 5.5f32, -5.5f32,
--          0.25f32, 0.0f32, 1.0f32] }
-- output { empty([0]i64) }
entry remainders [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32.%) xs ys) zs

-- To the power of 0 everything is 1, NaN too; and 1 to any power.
-- ==
-- entry: powers
-- input { [2.0f32, 2.0f32, -2.0f32, -2.0f32, 4.0f32, 0.0f32, f32.nan, 1.0f32, f32.inf, 0.0f32,
--          -0.0f32, -0.0f32, -0.0f32, 0.0f32, -8.0f32, f32.inf, f32.inf, -f32.inf, -f32.inf,
--          0.5f32, 2.0f32, 2.0f32, -1.0f32, 2.0f32, 2.0f32, 2.0f32, f32.nan, 2.0f32]
--         [1.0e1f32, -2.0f32, 3.0f32, 2.0f32, 0.5f32, 0.0f32, 0.0f32, f32.nan, 0.0f32, -1.0f32,
--          -1.0f32, -2.0f32, 3.0f32, 2.0f32, 0.5f32, 2.0f32, -2.0f32, 3.0f32, 2.0f32, f32.inf,
--          f32.inf, -f32.inf, f32.inf, 128.0f32, -152.0f32, -149.0f32, 1.0f32, f32.nan]
--         [1024.0f32, 0.25f32, -8.0f32, 4.0f32, 2.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32, f32.inf,
--          -f32.inf, f32.inf, -0.0f32, 0.0f32, f32.nan, f32.inf, 0.0f32, -f32.inf, f32.inf,
--          0.0f32, f32.inf, 0.0f32, 1.0f32, f32.inf, 0.0f32, 1.0e-45f32, f32.nan, f32.nan] }
-- output { empty([0]i64) }
entry powers [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 (f32.**) xs ys) zs

-- ==
-- entry: negated
-- input { [0.0f32, -0.0f32, 1.0f32, -f32.inf, f32.nan, 1.0e-45f32]
--         [-0.0f32, 0.0f32, -1.0f32, f32.inf, f32.nan, -1.0e-45f32] }
-- output { empty([0]i64) }
entry negated [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.wrong (map f32.neg xs) ys

-- ==
-- entry: magnitudes
-- input { [0.0f32, -0.0f32, -1.5f32, 1.5f32, -f32.inf, f32.inf, f32.nan, -1.0e-45f32]
--         [0.0f32, 0.0f32, 1.5f32, 1.5f32, f32.inf, f32.inf, f32.nan, 1.0e-45f32] }
-- output { empty([0]i64) }
entry magnitudes [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.wrong (map f32.abs xs) ys

-- ==
-- entry: signs
-- input { [0.0f32, -0.0f32, -1.5f32, 3.4028235e38f32, -f32.inf, f32.inf, f32.nan, 1.0e-45f32,
--          -1.0e-45f32]
--         [0.0f32, -0.0f32, -1.0f32, 1.0f32, -1.0f32, 1.0f32, f32.nan, 1.0f32, -1.0f32] }
-- output { empty([0]i64) }
entry signs [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.wrong (map f32.sgn xs) ys

-- ==
-- entry: reciprocals
-- input { [2.0f32, -4.0f32, 3.0f32, 0.0f32, -0.0f32, f32.inf, -f32.inf, f32.nan, 1.0e-45f32]
--         [0.5f32, -0.25f32, 0.33333334f32, f32.inf, -f32.inf, 0.0f32, -0.0f32, f32.nan,
--          f32.inf] }
-- output { empty([0]i64) }
entry reciprocals [n] (xs: [n]f32) (ys: [n]f32) : []i64 = e.wrong (map f32.recip xs) ys

-- Rounded once: what the product has beyond the precision still counts.
-- ==
-- entry: fused
-- input { [1.0000001f32, 1.0000001f32, f32.inf, f32.inf, 3.4028235e38f32, 0.0f32, -0.0f32,
--          f32.nan, 1.0f32, 3.0f32]
--         [1.0000001f32, 0.9999999f32, 0.0f32, 1.0f32, 2.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32,
--          4.0f32]
--         [-1.0000002f32, -1.0f32, 1.0f32, -f32.inf, -3.4028235e38f32, -0.0f32, -0.0f32, 1.0f32,
--          f32.inf, 5.0f32]
--         [1.4210855e-14f32, -1.4210855e-14f32, f32.nan, f32.nan, 3.4028235e38f32, 0.0f32,
--          -0.0f32, f32.nan, f32.inf, 17.0f32] }
-- output { empty([0]i64) }
entry fused [n] (as: [n]f32) (bs: [n]f32) (cs: [n]f32) (ys: [n]f32) : []i64 =
  e.wrong (map3 f32.fma as bs cs) ys

-- Futhark leaves open whether the product is rounded: here it is.
-- ==
-- entry: multiplied_and_added
-- input { [1.0000001f32, 1.0000001f32, f32.inf, f32.inf, 3.4028235e38f32, 0.0f32, -0.0f32,
--          f32.nan, 1.0f32, 3.0f32]
--         [1.0000001f32, 0.9999999f32, 0.0f32, 1.0f32, 2.0f32, 1.0f32, 1.0f32, 1.0f32, 1.0f32,
--          4.0f32]
--         [-1.0000002f32, -1.0f32, 1.0f32, -f32.inf, -3.4028235e38f32, -0.0f32, -0.0f32, 1.0f32,
--          f32.inf, 5.0f32]
--         [0.0f32, 0.0f32, f32.nan, f32.nan, f32.inf, 0.0f32, -0.0f32, f32.nan, f32.inf,
--          17.0f32] }
-- output { empty([0]i64) }
entry multiplied_and_added [n] (as: [n]f32) (bs: [n]f32) (cs: [n]f32) (ys: [n]f32) : []i64 =
  e.wrong (map3 f32.mad as bs cs) ys

-- A part below 0 counts as 0, one above 1 as 1. Futhark leaves that open.
-- ==
-- entry: between
-- input { [2.0f32, 2.0f32, 2.0f32, 4.0f32, 0.0f32, 0.0f32, f32.nan, 1.0f32, -1.0f32]
--         [4.0f32, 4.0f32, 4.0f32, 2.0f32, 8.0f32, 8.0f32, 1.0f32, 1.0f32, 1.0f32]
--         [0.25f32, 0.0f32, 1.0f32, 0.5f32, 2.0f32, -1.0f32, 0.5f32, 0.5f32, 0.5f32]
--         [2.5f32, 2.0f32, 4.0f32, 3.0f32, 8.0f32, 0.0f32, f32.nan, 1.0f32, 0.0f32] }
-- output { empty([0]i64) }
entry between [n] (xs: [n]f32) (ys: [n]f32) (ws: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map3 f32.lerp xs ys ws) zs
