-- The arithmetic of f64 at its edges: signs of zeros, infinities, NaN, rounding to even, overflow
-- and underflow. What comes last in an input is what should come out; the output says which do not.

open import "../lib/exact"
module e = exact f64

-- Half way between two numbers, the even one.
-- ==
-- entry: sums
-- input { [f64.nan, 1.0, f64.inf, -f64.inf, f64.inf, 0.0, -0.0, -0.0, 1.7976931348623157e308,
--          -1.7976931348623157e308, 1.7976931348623157e308, 1.0, 1.0000000000000002, 1.0,
--          9007199254740992.0, 9007199254740994.0, 5.0e-324, 2.2250738585072014e-308]
--         [1.0, f64.nan, 1.0, f64.inf, f64.inf, -0.0, -0.0, 0.0, 1.7976931348623157e308,
--          -1.7976931348623157e308, -1.7976931348623157e308, 1.1102230246251565e-16,
--          1.1102230246251565e-16, 1.6653345369377348e-16, 1.0, 1.0, 5.0e-324, -5.0e-324]
--         [f64.nan, f64.nan, f64.inf, f64.nan, f64.inf, 0.0, -0.0, 0.0, f64.inf, -f64.inf, 0.0,
--          1.0, 1.0000000000000004, 1.0000000000000002, 9007199254740992.0, 9007199254740996.0,
--          1.0e-323, 2.225073858507201e-308] }
-- output { empty([0]i64) }
entry sums [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64.+) xs ys) zs

-- ==
-- entry: differences
-- input { [f64.nan, 1.0, f64.inf, -f64.inf, f64.inf, 0.0, -0.0, -0.0, -1.7976931348623157e308,
--          1.0, 1.0, 9007199254740992.0, 5.0e-324, 3.0]
--         [1.0, f64.nan, 1.0, f64.inf, f64.inf, -0.0, -0.0, 0.0, 1.7976931348623157e308,
--          5.551115123125783e-17, 1.1102230246251565e-16, -1.0, 2.2250738585072014e-308, 3.0]
--         [f64.nan, f64.nan, f64.inf, -f64.inf, f64.nan, 0.0, 0.0, -0.0, -f64.inf, 1.0,
--          0.9999999999999999, 9007199254740992.0, -2.225073858507201e-308, 0.0] }
-- output { empty([0]i64) }
entry differences [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64.-) xs ys) zs

-- Below the least number there is 0, with its sign.
-- ==
-- entry: products
-- input { [f64.nan, f64.inf, f64.inf, -f64.inf, 0.0, -0.0, 1.7976931348623157e308,
--          1.7976931348623157e308, 5.0e-324, 5.0e-324, -5.0e-324, 2.2250738585072014e-308,
--          1.0000000000000002, 1.0000000000000002, 3.0]
--         [0.0, 0.0, -2.0, -f64.inf, -1.0, -1.0, 2.0, -2.0, 0.5, 0.75, 0.5, 0.5,
--          1.0000000000000002, 0.9999999999999999, 0.3333333333333333]
--         [f64.nan, f64.nan, -f64.inf, f64.inf, -0.0, 0.0, f64.inf, -f64.inf, 0.0, 5.0e-324, -0.0,
--          1.1125369292536007e-308, 1.0000000000000004, 1.0, 1.0] }
-- output { empty([0]i64) }
entry products [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64.*) xs ys) zs

-- ==
-- entry: quotients
-- input { [1.0, 1.0, -1.0, 0.0, f64.inf, f64.inf, 2.0, -2.0, f64.nan, 0.0, 1.0, 2.0, 1.0,
--          1.7976931348623157e308, 5.0e-324, 5.0e-324, 2.2250738585072014e-308, 1.0]
--         [0.0, -0.0, 0.0, 0.0, f64.inf, 2.0, f64.inf, f64.inf, 1.0, -3.0, 3.0, 3.0, 1.0e1, 0.5,
--          2.0, -2.0, 2.0, 1.7976931348623157e308]
--         [f64.inf, -f64.inf, -f64.inf, f64.nan, f64.nan, f64.inf, 0.0, -0.0, f64.nan, -0.0,
--          0.3333333333333333, 0.6666666666666666, 0.1, f64.inf, 0.0, -0.0,
--          1.1125369292536007e-308, 5.562684646268003e-309] }
-- output { empty([0]i64) }
entry quotients [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64./) xs ys) zs

-- With the sign of the divisor.
-- ==
-- entry: remainders
-- input { [5.5, -5.5, 5.5, -5.5, 1.0, f64.inf, f64.nan, 2.0, 5.5, -5.5, 0.25,
--          1.7976931348623157e308, 9007199254740992.0]
--         [2.0, 2.0, -2.0, -2.0, 0.0, 2.0, 2.0, f64.nan, f64.inf, -f64.inf, 3.0, 3.0, 7.0]
--         [1.5, 0.5, -0.5, -1.5, f64.nan, f64.nan, f64.nan, f64.nan, 5.5, -5.5, 0.25, 2.0, 4.0] }
-- output { empty([0]i64) }
entry remainders [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64.%) xs ys) zs

-- To the power of 0 everything is 1, NaN too; and 1 to any power.
-- ==
-- entry: powers
-- input { [2.0, 2.0, -2.0, -2.0, 4.0, 0.0, f64.nan, 1.0, f64.inf, 0.0, -0.0, -0.0, -0.0, 0.0,
--          -8.0, f64.inf, f64.inf, -f64.inf, -f64.inf, 0.5, 2.0, 2.0, -1.0, 2.0, 2.0, 2.0,
--          f64.nan, 2.0]
--         [1.0e1, -2.0, 3.0, 2.0, 0.5, 0.0, 0.0, f64.nan, 0.0, -1.0, -1.0, -2.0, 3.0, 2.0, 0.5,
--          2.0, -2.0, 3.0, 2.0, f64.inf, f64.inf, -f64.inf, f64.inf, 1024.0, -1077.0, -1074.0,
--          1.0, f64.nan]
--         [1024.0, 0.25, -8.0, 4.0, 2.0, 1.0, 1.0, 1.0, 1.0, f64.inf, -f64.inf, f64.inf, -0.0,
--          0.0, f64.nan, f64.inf, 0.0, -f64.inf, f64.inf, 0.0, f64.inf, 0.0, 1.0, f64.inf, 0.0,
--          5.0e-324, f64.nan, f64.nan] }
-- output { empty([0]i64) }
entry powers [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 (f64.**) xs ys) zs

-- ==
-- entry: negated
-- input { [0.0, -0.0, 1.0, -f64.inf, f64.nan, 5.0e-324]
--         [-0.0, 0.0, -1.0, f64.inf, f64.nan, -5.0e-324] }
-- output { empty([0]i64) }
entry negated [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.wrong (map f64.neg xs) ys

-- ==
-- entry: magnitudes
-- input { [0.0, -0.0, -1.5, 1.5, -f64.inf, f64.inf, f64.nan, -5.0e-324]
--         [0.0, 0.0, 1.5, 1.5, f64.inf, f64.inf, f64.nan, 5.0e-324] }
-- output { empty([0]i64) }
entry magnitudes [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.wrong (map f64.abs xs) ys

-- ==
-- entry: signs
-- input { [0.0, -0.0, -1.5, 1.7976931348623157e308, -f64.inf, f64.inf, f64.nan, 5.0e-324,
--          -5.0e-324]
--         [0.0, -0.0, -1.0, 1.0, -1.0, 1.0, f64.nan, 1.0, -1.0] }
-- output { empty([0]i64) }
entry signs [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.wrong (map f64.sgn xs) ys

-- ==
-- entry: reciprocals
-- input { [2.0, -4.0, 3.0, 0.0, -0.0, f64.inf, -f64.inf, f64.nan, 5.0e-324]
--         [0.5, -0.25, 0.3333333333333333, f64.inf, -f64.inf, 0.0, -0.0, f64.nan, f64.inf] }
-- output { empty([0]i64) }
entry reciprocals [n] (xs: [n]f64) (ys: [n]f64) : []i64 = e.wrong (map f64.recip xs) ys

-- Rounded once: what the product has beyond the precision still counts.
-- ==
-- entry: fused
-- input { [1.0000000000000002, 1.0000000000000002, f64.inf, f64.inf, 1.7976931348623157e308, 0.0,
--          -0.0, f64.nan, 1.0, 3.0]
--         [1.0000000000000002, 0.9999999999999998, 0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 4.0]
--         [-1.0000000000000004, -1.0, 1.0, -f64.inf, -1.7976931348623157e308, -0.0, -0.0, 1.0,
--          f64.inf, 5.0]
--         [4.930380657631324e-32, -4.930380657631324e-32, f64.nan, f64.nan,
--          1.7976931348623157e308, 0.0, -0.0, f64.nan, f64.inf, 17.0] }
-- output { empty([0]i64) }
entry fused [n] (as: [n]f64) (bs: [n]f64) (cs: [n]f64) (ys: [n]f64) : []i64 =
  e.wrong (map3 f64.fma as bs cs) ys

-- Futhark leaves open whether the product is rounded: here it is.
-- ==
-- entry: multiplied_and_added
-- input { [1.0000000000000002, 1.0000000000000002, f64.inf, f64.inf, 1.7976931348623157e308, 0.0,
--          -0.0, f64.nan, 1.0, 3.0]
--         [1.0000000000000002, 0.9999999999999998, 0.0, 1.0, 2.0, 1.0, 1.0, 1.0, 1.0, 4.0]
--         [-1.0000000000000004, -1.0, 1.0, -f64.inf, -1.7976931348623157e308, -0.0, -0.0, 1.0,
--          f64.inf, 5.0]
--         [0.0, 0.0, f64.nan, f64.nan, f64.inf, 0.0, -0.0, f64.nan, f64.inf, 17.0] }
-- output { empty([0]i64) }
entry multiplied_and_added [n] (as: [n]f64) (bs: [n]f64) (cs: [n]f64) (ys: [n]f64) : []i64 =
  e.wrong (map3 f64.mad as bs cs) ys

-- A part below 0 counts as 0, one above 1 as 1. Futhark leaves that open.
-- ==
-- entry: between
-- input { [2.0, 2.0, 2.0, 4.0, 0.0, 0.0, f64.nan, 1.0, -1.0]
--         [4.0, 4.0, 4.0, 2.0, 8.0, 8.0, 1.0, 1.0, 1.0]
--         [0.25, 0.0, 1.0, 0.5, 2.0, -1.0, 0.5, 0.5, 0.5]
--         [2.5, 2.0, 4.0, 3.0, 8.0, 0.0, f64.nan, 1.0, 0.0] }
-- output { empty([0]i64) }
entry between [n] (xs: [n]f64) (ys: [n]f64) (ws: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map3 f64.lerp xs ys ws) zs
