-- A left shift of u8 loses the high bits; a right shift brings zero bits in.
-- ==
-- input { [1u8, 1u8, 255u8, 250u8, 3u8, 5u8, 255u8]
--         [0u8, 7u8, 1u8, 7u8, 6u8, 3u8, 7u8] }
-- output { [1u8, 128u8, 254u8, 0u8, 192u8, 40u8, 128u8]
--          [1u8, 0u8, 127u8, 1u8, 0u8, 0u8, 1u8]
--          [1u8, 0u8, 127u8, 1u8, 0u8, 0u8, 1u8] }
def main [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (u8.>>>) xs ys)
