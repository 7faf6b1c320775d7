-- A left shift of i8 loses the high bits; a right shift copies the sign into the high bits.
-- ==
-- input { [1i8, 1i8, 127i8, -128i8, 3i8, 5i8, 127i8, -1i8, -100i8]
--         [0i8, 7i8, 1i8, 7i8, 6i8, 3i8, 7i8, 1i8, 3i8] }
-- output { [1i8, -128i8, -2i8, 0i8, -64i8, 40i8, -128i8, -2i8, -32i8]
--          [1i8, 0i8, 63i8, -1i8, 0i8, 0i8, 0i8, -1i8, -13i8]
--          [1i8, 0i8, 63i8, 1i8, 0i8, 0i8, 0i8, 127i8, 19i8] }
def main [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (i8.>>>) xs ys)
