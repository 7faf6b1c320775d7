-- Bits of i32 that are set, zeros in front, zeros behind (all 32 of them for zero), as i32.

-- ==
-- entry: counts
-- input { [0i32, 1i32, 6i32, 2147483647i32, -2147483648i32, 40i32, -1i32, -2i32] }
-- output { [0i32, 1i32, 2i32, 31i32, 1i32, 2i32, 32i32, 31i32]
--          [32i32, 31i32, 29i32, 1i32, 0i32, 26i32, 0i32, 0i32]
--          [32i32, 0i32, 1i32, 0i32, 31i32, 3i32, 0i32, 1i32] }
entry counts (xs: []i32) = (map i32.popc xs, map i32.clz xs, map i32.ctz xs)

-- Bit 31 is the highest one.
-- ==
-- entry: single
-- input { 0i32 }
-- output { 0i32 -2147483648i32 1i32 0i32 }
-- input { 2147483647i32 }
-- output { 0i32 -1i32 2147483647i32 2147483646i32 }
entry single (x: i32) =
  (i32.get_bit 31 x, i32.set_bit 31 x 1, i32.set_bit 0 x 1, i32.set_bit 0 x 0)

-- The upper half of a product, and that plus a third number.
-- ==
-- entry: upper
-- input { [2147483647i32, -2147483648i32, 2147483647i32, 2i32] [2147483647i32, -2147483648i32,
--          2i32, 3i32] }
-- output { [1073741823i32, 1073741824i32, 0i32, 0i32]
--          [1073741830i32, 1073741831i32, 7i32, 7i32] }
entry upper [n] (xs: [n]i32) (ys: [n]i32) =
  (map2 i32.mul_hi xs ys, map2 (\x y -> i32.mad_hi x y 7) xs ys)
