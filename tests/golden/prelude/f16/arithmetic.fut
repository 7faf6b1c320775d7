-- The arithmetic of f16 at its edges: signs of zeros, infinities, NaN, rounding to even, overflow
-- and underflow. What comes last in an input is what should come out; the output says which do not.

open import "../lib/exact"
module e = exact f16

-- Half way between two numbers, the even one.
-- ==
-- entry: sums
-- input { [f16.nan, 1.0f16, f16.inf, -f16.inf, f16.inf, 0.0f16, -0.0f16, -0.0f16, 6.55e4f16,
--          -6.55e4f16, 6.55e4f16, 1.0f16, 1.001f16, 1.0f16, 2048.0f16, 2.05e3f16, 6.0e-8f16,
--          6.104e-5f16]
--         [1.0f16, f16.nan, 1.0f16, f16.inf, f16.inf, -0.0f16, -0.0f16, 0.0f16, 6.55e4f16,
--          -6.55e4f16, -6.55e4f16, 0.0004883f16, 0.0004883f16, 0.0007324f16, 1.0f16, 1.0f16,
--          6.0e-8f16, -6.0e-8f16]
--         [f16.nan, f16.nan, f16.inf, f16.nan, f16.inf, 0.0f16, -0.0f16, 0.0f16, f16.inf,
--          -f16.inf, 0.0f16, 1.0f16, 1.002f16, 1.001f16, 2048.0f16, 2052.0f16, 1.0e-7f16,
--          6.1e-5f16] }
-- output { empty([0]i64) }
entry sums [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16.+) xs ys) zs

-- ==
-- entry: differences
-- input { [f16.nan, 1.0f16, f16.inf, -f16.inf, f16.inf, 0.0f16, -0.0f16, -0.0f16, -6.55e4f16,
--          1.0f16, 1.0f16, 2048.0f16, 6.0e-8f16, 3.0f16]
--         [1.0f16, f16.nan, 1.0f16, f16.inf, f16.inf, -0.0f16, -0.0f16, 0.0f16, 6.55e4f16,
--          0.0002441f16, 0.0004883f16, -1.0f16, 6.104e-5f16, 3.0f16]
--         [f16.nan, f16.nan, f16.inf, -f16.inf, f16.nan, 0.0f16, 0.0f16, -0.0f16, -f16.inf,
--          1.0f16, 0.9995f16, 2048.0f16, -6.1e-5f16, 0.0f16] }
-- output { empty([0]i64) }
entry differences [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16.-) xs ys) zs

-- Below the least number there is 0, with its sign.
-- ==
-- entry: products
-- input { [f16.nan, f16.inf, f16.inf, -f16.inf, 0.0f16, -0.0f16, 6.55e4f16, 6.55e4f16, 6.0e-8f16,
--          6.0e-8f16, -6.0e-8f16, 6.104e-5f16, 1.001f16, 1.001f16, 3.0f16]
--         [0.0f16, 0.0f16, -2.0f16, -f16.inf, -1.0f16, -1.0f16, 2.0f16, -2.0f16, 0.5f16, 0.75f16,
--          0.5f16, 0.5f16, 1.001f16, 0.9995f16, 0.3333f16]
--         [f16.nan, f16.nan, -f16.inf, f16.inf, -0.0f16, 0.0f16, f16.inf, -f16.inf, 0.0f16,
--          6.0e-8f16, -0.0f16, 3.05e-5f16, 1.002f16, 1.0f16, 1.0f16] }
-- output { empty([0]i64) }
entry products [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16.*) xs ys) zs

-- ==
-- entry: quotients
-- input { [1.0f16, 1.0f16, -1.0f16, 0.0f16, f16.inf, f16.inf, 2.0f16, -2.0f16, f16.nan, 0.0f16,
--          1.0f16, 2.0f16, 1.0f16, 6.55e4f16, 6.0e-8f16, 6.0e-8f16, 6.104e-5f16, 1.0f16]
--         [0.0f16, -0.0f16, 0.0f16, 0.0f16, f16.inf, 2.0f16, f16.inf, f16.inf, 1.0f16, -3.0f16,
--          3.0f16, 3.0f16, 1.0e1f16, 0.5f16, 2.0f16, -2.0f16, 2.0f16, 6.55e4f16]
--         [f16.inf, -f16.inf, -f16.inf, f16.nan, f16.nan, f16.inf, 0.0f16, -0.0f16, f16.nan,
--          -0.0f16, 0.3333f16, 0.6665f16, 0.1f16, f16.inf, 0.0f16, -0.0f16, 3.05e-5f16,
--          1.526e-5f16] }
-- output { empty([0]i64) }
entry quotients [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16./) xs ys) zs

-- With the sign of the divisor.
-- ==
-- entry: remainders
-- input { [5.5f16, -5.5f16, 5.5f16, -5.5f16, 1.0f16, f16.inf, f16.nan, 2.0f16, 5.5f16, -5.5f16,
--          0.25f16, 6.55e4f16, 2048.0f16]
--         [2.0f16, 2.0f16, -2.0f16, -2.0f16, 0.0f16, 2.0f16, 2.0f16, f16.nan, f16.inf, -f16.inf,
--          3.0f16, 3.0f16, 7.0f16]
--         [1.5f16, 0.5f16, -0.5f16, -1.5f16, f16.nan, f16.nan, f16.nan, f16.nan, 5.5f16, -5.5f16,
--          0.25f16, 2.0f16, 4.0f16] }
-- output { empty([0]i64) }
entry remainders [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16.%) xs ys) zs

-- To the power of 0 everything is 1, NaN too; and 1 to any power.
-- ==
-- entry: powers
-- input { [2.0f16, 2.0f16, -2.0f16, -2.0f16, 4.0f16, 0.0f16, f16.nan, 1.0f16, f16.inf, 0.0f16,
--          -0.0f16, -0.0f16, -0.0f16, 0.0f16, -8.0f16, f16.inf, f16.inf, -f16.inf, -f16.inf,
--          0.5f16, 2.0f16, 2.0f16, -1.0f16, 2.0f16, 2.0f16, 2.0f16, f16.nan, 2.0f16]
--         [1.0e1f16, -2.0f16, 3.0f16, 2.0f16, 0.5f16, 0.0f16, 0.0f16, f16.nan, 0.0f16, -1.0f16,
--          -1.0f16, -2.0f16, 3.0f16, 2.0f16, 0.5f16, 2.0f16, -2.0f16, 3.0f16, 2.0f16, f16.inf,
--          f16.inf, -f16.inf, f16.inf, 16.0f16, -27.0f16, -24.0f16, 1.0f16, f16.nan]
--         [1024.0f16, 0.25f16, -8.0f16, 4.0f16, 2.0f16, 1.0f16, 1.0f16, 1.0f16, 1.0f16, f16.inf,
--          -f16.inf, f16.inf, -0.0f16, 0.0f16, f16.nan, f16.inf, 0.0f16, -f16.inf, f16.inf,
--          0.0f16, f16.inf, 0.0f16, 1.0f16, f16.inf, 0.0f16, 6.0e-8f16, f16.nan, f16.nan] }
-- output { empty([0]i64) }
entry powers [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 (f16.**) xs ys) zs

-- ==
-- entry: negated
-- input { [0.0f16, -0.0f16, 1.0f16, -f16.inf, f16.nan, 6.0e-8f16]
--         [-0.0f16, 0.0f16, -1.0f16, f16.inf, f16.nan, -6.0e-8f16] }
-- output { empty([0]i64) }
entry negated [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.neg xs) ys

-- ==
-- entry: magnitudes
-- input { [0.0f16, -0.0f16, -1.5f16, 1.5f16, -f16.inf, f16.inf, f16.nan, -6.0e-8f16]
--         [0.0f16, 0.0f16, 1.5f16, 1.5f16, f16.inf, f16.inf, f16.nan, 6.0e-8f16] }
-- output { empty([0]i64) }
entry magnitudes [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.abs xs) ys

-- ==
-- entry: signs
-- input { [0.0f16, -0.0f16, -1.5f16, 6.55e4f16, -f16.inf, f16.inf, f16.nan, 6.0e-8f16, -6.0e-8f16]
--         [0.0f16, -0.0f16, -1.0f16, 1.0f16, -1.0f16, 1.0f16, f16.nan, 1.0f16, -1.0f16] }
-- output { empty([0]i64) }
entry signs [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.sgn xs) ys

-- ==
-- entry: reciprocals
-- input { [2.0f16, -4.0f16, 3.0f16, 0.0f16, -0.0f16, f16.inf, -f16.inf, f16.nan, 6.0e-8f16]
--         [0.5f16, -0.25f16, 0.3333f16, f16.inf, -f16.inf, 0.0f16, -0.0f16, f16.nan, f16.inf] }
-- output { empty([0]i64) }
entry reciprocals [n] (xs: [n]f16) (ys: [n]f16) : []i64 = e.wrong (map f16.recip xs) ys

-- Rounded once: what the product has beyond the precision still counts.
-- ==
-- entry: fused
-- input { [1.001f16, 1.001f16, f16.inf, f16.inf, 6.55e4f16, 0.0f16, -0.0f16, f16.nan, 1.0f16,
--          3.0f16]
--         [1.001f16, 0.999f16, 0.0f16, 1.0f16, 2.0f16, 1.0f16, 1.0f16, 1.0f16, 1.0f16, 4.0f16]
--         [-1.002f16, -1.0f16, 1.0f16, -f16.inf, -6.55e4f16, -0.0f16, -0.0f16, 1.0f16, f16.inf,
--          5.0f16]
--         [9.5e-7f16, -9.5e-7f16, f16.nan, f16.nan, 6.55e4f16, 0.0f16, -0.0f16, f16.nan, f16.inf,
--          17.0f16] }
-- output { empty([0]i64) }
entry fused [n] (as: [n]f16) (bs: [n]f16) (cs: [n]f16) (ys: [n]f16) : []i64 =
  e.wrong (map3 f16.fma as bs cs) ys

-- Futhark leaves open whether the product is rounded: here it is not.
-- ==
-- entry: multiplied_and_added
-- input { [1.001f16, 1.001f16, f16.inf, f16.inf, 6.55e4f16, 0.0f16, -0.0f16, f16.nan, 1.0f16,
--          3.0f16]
--         [1.001f16, 0.999f16, 0.0f16, 1.0f16, 2.0f16, 1.0f16, 1.0f16, 1.0f16, 1.0f16, 4.0f16]
--         [-1.002f16, -1.0f16, 1.0f16, -f16.inf, -6.55e4f16, -0.0f16, -0.0f16, 1.0f16, f16.inf,
--          5.0f16]
--         [9.5e-7f16, -9.5e-7f16, f16.nan, f16.nan, 6.55e4f16, 0.0f16, -0.0f16, f16.nan, f16.inf,
--          17.0f16] }
-- output { empty([0]i64) }
entry multiplied_and_added [n] (as: [n]f16) (bs: [n]f16) (cs: [n]f16) (ys: [n]f16) : []i64 =
  e.wrong (map3 f16.mad as bs cs) ys

-- A part below 0 counts as 0, one above 1 as 1. Futhark leaves that open.
-- ==
-- entry: between
-- input { [2.0f16, 2.0f16, 2.0f16, 4.0f16, 0.0f16, 0.0f16, f16.nan, 1.0f16, -1.0f16]
--         [4.0f16, 4.0f16, 4.0f16, 2.0f16, 8.0f16, 8.0f16, 1.0f16, 1.0f16, 1.0f16]
--         [0.25f16, 0.0f16, 1.0f16, 0.5f16, 2.0f16, -1.0f16, 0.5f16, 0.5f16, 0.5f16]
--         [2.5f16, 2.0f16, 4.0f16, 3.0f16, 8.0f16, 0.0f16, f16.nan, 1.0f16, 0.0f16] }
-- output { empty([0]i64) }
entry between [n] (xs: [n]f16) (ys: [n]f16) (ws: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map3 f16.lerp xs ys ws) zs
