-- Bits of u32 that are set, zeros in front, zeros behind (all 32 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0u32, 1u32, 6u32, 4294967295u32, 0u32, 40u32, 4294967294u32] }
-- output { [0i32, 1i32, 2i32, 32i32, 0i32, 2i32, 31i32]
--          [32i32, 31i32, 29i32, 0i32, 32i32, 26i32, 0i32]
--          [32i32, 0i32, 1i32, 0i32, 32i32, 3i32, 1i32] }
entry counts (xs: []u32) = (map u32.popc xs, map u32.clz xs, map u32.ctz xs)

-- Bit 31 is the highest one.
-- ==
-- entry: single
-- input { 0u32 }
-- output { 0i32 2147483648u32 1u32 0u32 }
-- input { 4294967295u32 }
-- output { 1i32 4294967295u32 4294967295u32 4294967294u32 }
entry single (x: u32) =
  (u32.get_bit 31 x, u32.set_bit 31 x 1, u32.set_bit 0 x 1, u32.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [4294967295u32, 0u32, 4294967295u32, 2u32] [4294967295u32, 0u32, 2u32, 3u32] }
-- output { [4294967294u32, 0u32, 1u32, 0u32]
--          [5u32, 7u32, 8u32, 7u32] }
entry upper [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 u32.mul_hi xs ys, map2 (\x y -> u32.mad_hi x y 7) xs ys)
