-- A left shift of u32 loses the high bits; a right shift brings zero bits in.
-- ==
-- input { [1u32, 1u32, 4294967295u32, 4294967290u32, 3u32, 5u32, 4294967295u32]
--         [0u32, 31u32, 1u32, 31u32, 30u32, 3u32, 31u32] }
-- output { [1u32, 2147483648u32, 4294967294u32, 0u32, 3221225472u32, 40u32, 2147483648u32]
--          [1u32, 0u32, 2147483647u32, 1u32, 0u32, 0u32, 1u32]
--          [1u32, 0u32, 2147483647u32, 1u32, 0u32, 0u32, 1u32] }
def main [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 (<<) xs ys, map2 (>>) xs ys, map2 (u32.>>>) xs ys)
