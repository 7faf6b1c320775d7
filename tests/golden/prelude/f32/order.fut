-- The order of f32: NaN has no place in it, and zeros have one place for both signs.

open import "../lib/exact"
module e = exact f32

-- ==
-- entry: equal
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [false, false, true, true, false, false, false, true, false, false, false, false] }
entry equal [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.==) xs ys

-- ==
-- entry: different
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [true, true, false, false, true, true, true, false, true, true, true, true] }
entry different [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.!=) xs ys

-- ==
-- entry: less
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [true, false, false, false, false, false, false, false, true, false, true, true] }
entry less [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [true, false, true, true, false, false, false, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.<=) xs ys

-- ==
-- entry: greater
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [false, true, false, false, false, false, false, false, false, true, false, false] }
entry greater [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [1.0f32, 2.0f32, 0.0f32, -0.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf,
--          0.0f32, -1.0e-45f32]
--         [2.0f32, 1.0f32, -0.0f32, 0.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf,
--          3.4028235e38f32, 1.0e-45f32, 0.0f32] }
-- output { [false, true, true, true, false, false, false, true, false, true, false, false] }
entry greater_or_equal [n] (xs: [n]f32) (ys: [n]f32) : [n]bool = map2 (f32.>=) xs ys

-- NaN gives way to a number.
-- ==
-- entry: greater_of
-- input { [1.0f32, 2.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf, 0.0f32,
--          -1.0e-45f32]
--         [2.0f32, 1.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf, 3.4028235e38f32,
--          1.0e-45f32, 0.0f32]
--         [2.0f32, 2.0f32, 1.0f32, 1.0f32, f32.nan, f32.inf, f32.inf, f32.inf, 1.0e-45f32,
--          0.0f32] }
-- output { empty([0]i64) }
entry greater_of [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 f32.max xs ys) zs

-- ==
-- entry: lesser_of
-- input { [1.0f32, 2.0f32, f32.nan, 1.0f32, f32.nan, f32.inf, -f32.inf, f32.inf, 0.0f32,
--          -1.0e-45f32]
--         [2.0f32, 1.0f32, 1.0f32, f32.nan, f32.nan, f32.inf, f32.inf, 3.4028235e38f32,
--          1.0e-45f32, 0.0f32]
--         [1.0f32, 1.0f32, 1.0f32, 1.0f32, f32.nan, f32.inf, -f32.inf, 3.4028235e38f32, 0.0f32,
--          -1.0e-45f32] }
-- output { empty([0]i64) }
entry lesser_of [n] (xs: [n]f32) (ys: [n]f32) (zs: [n]f32) : []i64 =
  e.wrong (map2 f32.min xs ys) zs

-- ==
-- entry: infinite
-- input { [f32.nan, f32.inf, -f32.inf, 0.0f32, 1.0f32, 3.4028235e38f32] }
-- output { [false, true, true, false, false, false] }
entry infinite [n] (xs: [n]f32) : [n]bool = map f32.isinf xs

-- ==
-- entry: no_number
-- input { [f32.nan, f32.inf, -f32.inf, 0.0f32, 1.0f32, 3.4028235e38f32] }
-- output { [true, false, false, false, false, false] }
entry no_number [n] (xs: [n]f32) : [n]bool = map f32.isnan xs
