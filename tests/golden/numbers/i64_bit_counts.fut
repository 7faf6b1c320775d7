-- Bits of i64 that are set, zeros in front, zeros behind (all 64 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0i64, 1i64, 6i64, 9223372036854775807i64, -9223372036854775808i64, 40i64, -1i64,
--          -2i64] }
-- output { [0i32, 1i32, 2i32, 63i32, 1i32, 2i32, 64i32, 63i32]
--          [64i32, 63i32, 61i32, 1i32, 0i32, 58i32, 0i32, 0i32]
--          [64i32, 0i32, 1i32, 0i32, 63i32, 3i32, 0i32, 1i32] }
entry counts (xs: []i64) = (map i64.popc xs, map i64.clz xs, map i64.ctz xs)

-- Bit 63 is the highest one.
-- ==
-- entry: single
-- input { 0i64 }
-- output { 0i32 -9223372036854775808i64 1i64 0i64 }
-- input { 9223372036854775807i64 }
-- output { 0i32 -1i64 9223372036854775807i64 9223372036854775806i64 }
entry single (x: i64) =
  (i64.get_bit 63 x, i64.set_bit 63 x 1, i64.set_bit 0 x 1, i64.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [9223372036854775807i64, -9223372036854775808i64, 9223372036854775807i64,
--          2i64] [9223372036854775807i64, -9223372036854775808i64, 2i64, 3i64] }
-- output { [4611686018427387903i64, 4611686018427387904i64, 0i64, 0i64]
--          [4611686018427387910i64, 4611686018427387911i64, 7i64, 7i64] }
entry upper [n] (xs: [n]i64) (ys: [n]i64) =
  (map2 i64.mul_hi xs ys, map2 (\x y -> i64.mad_hi x y 7) xs ys)
