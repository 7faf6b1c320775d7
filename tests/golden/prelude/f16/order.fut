-- The order of f16: NaN has no place in it, and zeros have one place for both signs.

open import "../lib/exact"
module e = exact f16

-- ==
-- entry: equal
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [false, false, true, true, false, false, false, true, false, false, false, false] }
entry equal [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.==) xs ys

-- ==
-- entry: different
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [true, true, false, false, true, true, true, false, true, true, true, true] }
entry different [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.!=) xs ys

-- ==
-- entry: less
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [true, false, false, false, false, false, false, false, true, false, true, true] }
entry less [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [true, false, true, true, false, false, false, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.<=) xs ys

-- ==
-- entry: greater
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [false, true, false, false, false, false, false, false, false, true, false, false] }
entry greater [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [1.0f16, 2.0f16, 0.0f16, -0.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf,
--          0.0f16, -6.0e-8f16]
--         [2.0f16, 1.0f16, -0.0f16, 0.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16,
--          6.0e-8f16, 0.0f16] }
-- output { [false, true, true, true, false, false, false, true, false, true, false, false] }
entry greater_or_equal [n] (xs: [n]f16) (ys: [n]f16) : [n]bool = map2 (f16.>=) xs ys

-- NaN gives way to a number.
-- ==
-- entry: greater_of
-- input { [1.0f16, 2.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf, 0.0f16,
--          -6.0e-8f16]
--         [2.0f16, 1.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16, 6.0e-8f16,
--          0.0f16]
--         [2.0f16, 2.0f16, 1.0f16, 1.0f16, f16.nan, f16.inf, f16.inf, f16.inf, 6.0e-8f16,
--          0.0f16] }
-- output { empty([0]i64) }
entry greater_of [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 f16.max xs ys) zs

-- ==
-- entry: lesser_of
-- input { [1.0f16, 2.0f16, f16.nan, 1.0f16, f16.nan, f16.inf, -f16.inf, f16.inf, 0.0f16,
--          -6.0e-8f16]
--         [2.0f16, 1.0f16, 1.0f16, f16.nan, f16.nan, f16.inf, f16.inf, 6.55e4f16, 6.0e-8f16,
--          0.0f16]
--         [1.0f16, 1.0f16, 1.0f16, 1.0f16, f16.nan, f16.inf, -f16.inf, 6.55e4f16, 0.0f16,
--          -6.0e-8f16] }
-- output { empty([0]i64) }
entry lesser_of [n] (xs: [n]f16) (ys: [n]f16) (zs: [n]f16) : []i64 =
  e.wrong (map2 f16.min xs ys) zs

-- ==
-- entry: infinite
-- input { [f16.nan, f16.inf, -f16.inf, 0.0f16, 1.0f16, 6.55e4f16] }
-- output { [false, true, true, false, false, false] }
entry infinite [n] (xs: [n]f16) : [n]bool = map f16.isinf xs

-- ==
-- entry: no_number
-- input { [f16.nan, f16.inf, -f16.inf, 0.0f16, 1.0f16, 6.55e4f16] }
-- output { [true, false, false, false, false, false] }
entry no_number [n] (xs: [n]f16) : [n]bool = map f16.isnan xs
