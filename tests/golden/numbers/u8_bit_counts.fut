-- Bits of u8 that are set, zeros in front, zeros behind (all 8 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0u8, 1u8, 6u8, 255u8, 0u8, 40u8, 254u8] }
-- output { [0i32, 1i32, 2i32, 8i32, 0i32, 2i32, 7i32]
--          [8i32, 7i32, 5i32, 0i32, 8i32, 2i32, 0i32]
--          [8i32, 0i32, 1i32, 0i32, 8i32, 3i32, 1i32] }
entry counts (xs: []u8) = (map u8.popc xs, map u8.clz xs, map u8.ctz xs)

-- Bit 7 is the highest one.
-- ==
-- entry: single
-- input { 0u8 }
-- output { 0i32 128u8 1u8 0u8 }
-- input { 255u8 }
-- output { 1i32 255u8 255u8 254u8 }
entry single (x: u8) =
  (u8.get_bit 7 x, u8.set_bit 7 x 1, u8.set_bit 0 x 1, u8.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [255u8, 0u8, 255u8, 2u8] [255u8, 0u8, 2u8, 3u8] }
-- output { [254u8, 0u8, 1u8, 0u8]
--          [5u8, 7u8, 8u8, 7u8] }
entry upper [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 u8.mul_hi xs ys, map2 (\x y -> u8.mad_hi x y 7) xs ys)
