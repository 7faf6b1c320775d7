-- The order of i64: negative numbers come first.
-- ==
-- input { [0i64, 1i64, 2i64, -9223372036854775808i64, 9223372036854775807i64,
--          9223372036854775807i64, 9223372036854775807i64, -1i64, -1i64]
--         [0i64, 2i64, 1i64, 9223372036854775807i64, -9223372036854775808i64,
--          9223372036854775807i64, 1i64, 1i64, -2i64] }
-- output { [false, true, false, true, false, false, false, true, false]
--          [true, true, false, true, false, true, false, true, false]
--          [false, false, true, false, true, false, true, false, true]
--          [true, false, true, false, true, true, true, false, true]
--          [true, false, false, false, false, true, false, false, false]
--          [false, true, true, true, true, false, true, true, true] }
def main [n] (xs: [n]i64) (ys: [n]i64) =
  ( map2 (<) xs ys, map2 (<=) xs ys, map2 (>) xs ys, map2 (>=) xs ys
  , map2 (==) xs ys, map2 (!=) xs ys
  )
