-- A left shift of u16 loses the high bits; a right shift brings zero bits in.
-- ==
-- input { [1u16, 1u16, 65535u16, 65530u16, 3u16, 5u16, 65535u16]
--         [0u16, 15u16, 1u16, 15u16, 14u16, 3u16, 15u16] }
-- output { [1u16, 32768u16, 65534u16, 0u16, 49152u16, 40u16, 32768u16]
--          [1u16, 0u16, 32767u16, 1u16, 0u16, 0u16, 1u16]
--          [1u16, 0u16, 32767u16, 1u16, 0u16, 0u16, 1u16] }
def main [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (u16.>>>) xs ys)
