-- Bits of u64 that are set, zeros in front, zeros behind (all 64 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0u64, 1u64, 6u64, 18446744073709551615u64, 0u64, 40u64, 18446744073709551614u64] }
-- output { [0i32, 1i32, 2i32, 64i32, 0i32, 2i32, 63i32]
--          [64i32, 63i32, 61i32, 0i32, 64i32, 58i32, 0i32]
--          [64i32, 0i32, 1i32, 0i32, 64i32, 3i32, 1i32] }
entry counts (xs: []u64) = (map u64.popc xs, map u64.clz xs, map u64.ctz xs)

-- Bit 63 is the highest one.
-- ==
-- entry: single
-- input { 0u64 }
-- output { 0i32 9223372036854775808u64 1u64 0u64 }
-- input { 18446744073709551615u64 }
-- output { 1i32 18446744073709551615u64 18446744073709551615u64 18446744073709551614u64 }
entry single (x: u64) =
  (u64.get_bit 63 x, u64.set_bit 63 x 1, u64.set_bit 0 x 1, u64.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [18446744073709551615u64, 0u64, 18446744073709551615u64,
--          2u64] [18446744073709551615u64, 0u64, 2u64, 3u64] }
-- output { [18446744073709551614u64, 0u64, 1u64, 0u64]
--          [5u64, 7u64, 8u64, 7u64] }
entry upper [n] (xs: [n]u64) (ys: [n]u64) =
  (map2 u64.mul_hi xs ys, map2 (\x y -> u64.mad_hi x y 7) xs ys)
