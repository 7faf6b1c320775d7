-- A left shift of i16 loses the high bits; a right shift copies the sign into the high bits.
-- ==
-- input { [1i16, 1i16, 32767i16, -32768i16, 3i16, 5i16, 32767i16, -1i16, -100i16]
--         [0i16, 15i16, 1i16, 15i16, 14i16, 3i16, 15i16, 1i16, 3i16] }
-- output { [1i16, -32768i16, -2i16, 0i16, -16384i16, 40i16, -32768i16, -2i16, -800i16]
--          [1i16, 0i16, 16383i16, -1i16, 0i16, 0i16, 0i16, -1i16, -13i16]
--          [1i16, 0i16, 16383i16, 1i16, 0i16, 0i16, 0i16, 32767i16, 8179i16] }
def main [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (i16.>>>) xs ys)
