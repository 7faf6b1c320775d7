-- Bits of i8 that are set, zeros in front, zeros behind (all 8 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0i8, 1i8, 6i8, 127i8, -128i8, 40i8, -1i8, -2i8] }
-- output { [0i32, 1i32, 2i32, 7i32, 1i32, 2i32, 8i32, 7i32]
--          [8i32, 7i32, 5i32, 1i32, 0i32, 2i32, 0i32, 0i32]
--          [8i32, 0i32, 1i32, 0i32, 7i32, 3i32, 0i32, 1i32] }
entry counts (xs: []i8) = (map i8.popc xs, map i8.clz xs, map i8.ctz xs)

-- Bit 7 is the highest one.
-- ==
-- entry: single
-- input { 0i8 }
-- output { 0i32 -128i8 1i8 0i8 }
-- input { 127i8 }
-- output { 0i32 -1i8 127i8 126i8 }
entry single (x: i8) =
  (i8.get_bit 7 x, i8.set_bit 7 x 1, i8.set_bit 0 x 1, i8.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [127i8, -128i8, 127i8, 2i8] [127i8, -128i8, 2i8, 3i8] }
-- output { [63i8, 64i8, 0i8, 0i8]
--          [70i8, 71i8, 7i8, 7i8] }
entry upper [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 i8.mul_hi xs ys, map2 (\x y -> i8.mad_hi x y 7) xs ys)
