-- The order of f64: NaN has no place in it, and zeros have one place for both signs.

open import "../lib/exact"
module e = exact f64

-- ==
-- entry: equal
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [false, false, true, true, false, false, false, true, false, false, false, false] }
entry equal [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.==) xs ys

-- ==
-- entry: different
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [true, true, false, false, true, true, true, false, true, true, true, true] }
entry different [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.!=) xs ys

-- ==
-- entry: less
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [true, false, false, false, false, false, false, false, true, false, true, true] }
entry less [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [true, false, true, true, false, false, false, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.<=) xs ys

-- ==
-- entry: greater
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [false, true, false, false, false, false, false, false, false, true, false, false] }
entry greater [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [1.0, 2.0, 0.0, -0.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, -0.0, 0.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308,
--          5.0e-324, 0.0] }
-- output { [false, true, true, true, false, false, false, true, false, true, false, false] }
entry greater_or_equal [n] (xs: [n]f64) (ys: [n]f64) : [n]bool = map2 (f64.>=) xs ys

-- NaN gives way to a number.
-- ==
-- entry: greater_of
-- input { [1.0, 2.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308, 5.0e-324,
--          0.0]
--         [2.0, 2.0, 1.0, 1.0, f64.nan, f64.inf, f64.inf, f64.inf, 5.0e-324, 0.0] }
-- output { empty([0]i64) }
entry greater_of [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 f64.max xs ys) zs

-- ==
-- entry: lesser_of
-- input { [1.0, 2.0, f64.nan, 1.0, f64.nan, f64.inf, -f64.inf, f64.inf, 0.0, -5.0e-324]
--         [2.0, 1.0, 1.0, f64.nan, f64.nan, f64.inf, f64.inf, 1.7976931348623157e308, 5.0e-324,
--          0.0]
--         [1.0, 1.0, 1.0, 1.0, f64.nan, f64.inf, -f64.inf, 1.7976931348623157e308, 0.0,
--          -5.0e-324] }
-- output { empty([0]i64) }
entry lesser_of [n] (xs: [n]f64) (ys: [n]f64) (zs: [n]f64) : []i64 =
  e.wrong (map2 f64.min xs ys) zs

-- ==
-- entry: infinite
-- input { [f64.nan, f64.inf, -f64.inf, 0.0, 1.0, 1.7976931348623157e308] }
-- output { [false, true, true, false, false, false] }
entry infinite [n] (xs: [n]f64) : [n]bool = map f64.isinf xs

-- ==
-- entry: no_number
-- input { [f64.nan, f64.inf, -f64.inf, 0.0, 1.0, 1.7976931348623157e308] }
-- output { [true, false, false, false, false, false] }
entry no_number [n] (xs: [n]f64) : [n]bool = map f64.isnan xs
