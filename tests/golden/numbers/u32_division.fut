-- Division of u32 is division of the numbers themselves: the highest bit is no sign. // and %%
-- are / and %.
-- ==
-- input { [7u32, 6u32, 1u32, 4294967295u32, 4294967295u32, 4294967295u32, 0u32, 4294967295u32]
--         [2u32, 3u32, 4294967295u32, 1u32, 2u32, 4294967295u32, 5u32, 4294967294u32] }
-- output { [3u32, 2u32, 0u32, 4294967295u32, 2147483647u32, 1u32, 0u32, 1u32]
--          [1u32, 0u32, 1u32, 0u32, 1u32, 0u32, 0u32, 1u32]
--          [3u32, 2u32, 0u32, 4294967295u32, 2147483647u32, 1u32, 0u32, 1u32]
--          [1u32, 0u32, 1u32, 0u32, 1u32, 0u32, 0u32, 1u32] }
def main [n] (xs: [n]u32) (ys: [n]u32) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
