-- Bits of i16 that are set, zeros in front, zeros behind (all 16 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0i16, 1i16, 6i16, 32767i16, -32768i16, 40i16, -1i16, -2i16] }
-- output { [0i32, 1i32, 2i32, 15i32, 1i32, 2i32, 16i32, 15i32]
--          [16i32, 15i32, 13i32, 1i32, 0i32, 10i32, 0i32, 0i32]
--          [16i32, 0i32, 1i32, 0i32, 15i32, 3i32, 0i32, 1i32] }
entry counts (xs: []i16) = (map i16.popc xs, map i16.clz xs, map i16.ctz xs)

-- Bit 15 is the highest one.
-- ==
-- entry: single
-- input { 0i16 }
-- output { 0i32 -32768i16 1i16 0i16 }
-- input { 32767i16 }
-- output { 0i32 -1i16 32767i16 32766i16 }
entry single (x: i16) =
  (i16.get_bit 15 x, i16.set_bit 15 x 1, i16.set_bit 0 x 1, i16.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [32767i16, -32768i16, 32767i16, 2i16] [32767i16, -32768i16, 2i16, 3i16] }
-- output { [16383i16, 16384i16, 0i16, 0i16]
--          [16390i16, 16391i16, 7i16, 7i16] }
entry upper [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 i16.mul_hi xs ys, map2 (\x y -> i16.mad_hi x y 7) xs ys)
