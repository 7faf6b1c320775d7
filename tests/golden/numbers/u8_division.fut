-- Division of u8 is division of the numbers themselves: the highest bit is no sign. // and %% are
-- / and %.
-- ==
-- input { [7u8, 6u8, 1u8, 255u8, 255u8, 255u8, 0u8, 255u8]
--         [2u8, 3u8, 255u8, 1u8, 2u8, 255u8, 5u8, 254u8] }
-- output { [3u8, 2u8, 0u8, 255u8, 127u8, 1u8, 0u8, 1u8]
--          [1u8, 0u8, 1u8, 0u8, 1u8, 0u8, 0u8, 1u8]
--          [3u8, 2u8, 0u8, 255u8, 127u8, 1u8, 0u8, 1u8]
--          [1u8, 0u8, 1u8, 0u8, 1u8, 0u8, 0u8, 1u8] }
def main [n] (xs: [n]u8) (ys: [n]u8) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
