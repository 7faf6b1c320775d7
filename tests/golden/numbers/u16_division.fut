-- Division of u16 is division of the numbers themselves: the highest bit is no sign. // and %%
-- are / and %.
-- ==
-- input { [7u16, 6u16, 1u16, 65535u16, 65535u16, 65535u16, 0u16, 65535u16]
--         [2u16, 3u16, 65535u16, 1u16, 2u16, 65535u16, 5u16, 65534u16] }
-- output { [3u16, 2u16, 0u16, 65535u16, 32767u16, 1u16, 0u16, 1u16]
--          [1u16, 0u16, 1u16, 0u16, 1u16, 0u16, 0u16, 1u16]
--          [3u16, 2u16, 0u16, 65535u16, 32767u16, 1u16, 0u16, 1u16]
--          [1u16, 0u16, 1u16, 0u16, 1u16, 0u16, 0u16, 1u16] }
def main [n] (xs: [n]u16) (ys: [n]u16) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
