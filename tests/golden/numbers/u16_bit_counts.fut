-- Bits of u16 that are set, zeros in front, zeros behind (all 16 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0u16, 1u16, 6u16, 65535u16, 0u16, 40u16, 65534u16] }
-- output { [0i32, 1i32, 2i32, 16i32, 0i32, 2i32, 15i32]
--          [16i32, 15i32, 13i32, 0i32, 16i32, 10i32, 0i32]
--          [16i32, 0i32, 1i32, 0i32, 16i32, 3i32, 1i32] }
entry counts (xs: []u16) = (map u16.popc xs, map u16.clz xs, map u16.ctz xs)

-- Bit 15 is the highest one.
-- ==
-- entry: single
-- input { 0u16 }
-- output { 0i32 32768u16 1u16 0u16 }
-- input { 65535u16 }
-- output { 1i32 65535u16 65535u16 65534u16 }
entry single (x: u16) =
  (u16.get_bit 15 x, u16.set_bit 15 x 1, u16.set_bit 0 x 1, u16.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [65535u16, 0u16, 65535u16, 2u16] [65535u16, 0u16, 2u16, 3u16] }
-- output { [65534u16, 0u16, 1u16, 0u16]
--          [5u16, 7u16, 8u16, 7u16] }
entry upper [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 u16.mul_hi xs ys, map2 (\x y -> u16.mad_hi x y 7) xs ys)
