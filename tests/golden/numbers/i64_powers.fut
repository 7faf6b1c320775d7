-- Powers of i64 multiply with wrap-around; nought to the nought is one. A negative exponent is an
-- error.

-- ==
-- entry: powers
-- input { [0i64, 2i64, 1i64, 2i64, 3i64, 3i64, 9223372036854775807i64, 9223372036854775807i64,
--          10i64, -1i64, -1i64, -2i64, -3i64, -9223372036854775808i64]
--         [0i64, 0i64, 9223372036854775807i64, 63i64, 4i64, 50i64, 2i64, 3i64, 2i64, 3i64, 4i64,
--          63i64, 3i64, 2i64] }
-- output { [1i64, 1i64, 1i64, -9223372036854775808i64, 81i64, 6048575297968530377i64, 1i64,
--          9223372036854775807i64, 100i64, -1i64, 1i64, -9223372036854775808i64, -27i64, 0i64] }
entry powers [n] (xs: [n]i64) (ys: [n]i64) = map2 (**) xs ys

-- ==
-- entry: negative
-- input { 2i64 -1i64 } error: .
-- input { 1i64 -9223372036854775808i64 } error: .
-- input { 2i64 1i64 } output { 2i64 }
entry negative (x: i64) (y: i64) = x ** y
