-- Absolute values and signs of i64; sums, products and extremes of arrays. The lowest number has
-- no counterpart.

-- ==
-- entry: each
-- input { [0i64, 1i64, 5i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, -5i64,
--          -9223372036854775807i64] }
-- output { [0i64, 1i64, 5i64, 9223372036854775807i64, -9223372036854775808i64, 1i64, 5i64,
--          9223372036854775807i64]
--          [0i64, 1i64, 1i64, 1i64, -1i64, -1i64, -1i64, -1i64]
--          [0i64, -1i64, -5i64, -9223372036854775807i64, -9223372036854775808i64, 1i64, 5i64,
--          9223372036854775807i64] }
entry each (xs: []i64) = (map i64.abs xs, map i64.sgn xs, map i64.neg xs)

-- ==
-- entry: all_of
-- input { [0i64, 1i64, 5i64, 9223372036854775807i64, -9223372036854775808i64, -1i64, -5i64,
--          -9223372036854775807i64] }
-- output { -9223372036854775808i64 0i64 9223372036854775807i64 -9223372036854775808i64 }
-- input { [3i64, 2i64, 7i64] }
-- output { 12i64 42i64 7i64 2i64 }
-- input { empty([0]i64) }
-- output { 0i64 1i64 -9223372036854775808i64 9223372036854775807i64 }
entry all_of (xs: []i64) = (i64.sum xs, i64.product xs, i64.maximum xs, i64.minimum xs)
