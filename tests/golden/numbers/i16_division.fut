-- Division of i16 rounds towards minus infinity with / and %, towards zero with // and %%. The
-- lowest number over -1 wraps.
-- ==
-- input { [7i16, -7i16, 7i16, -7i16, 6i16, -6i16, 1i16, -1i16, -32768i16, -32768i16, -32768i16,
--          0i16]
--         [2i16, 2i16, -2i16, -2i16, 3i16, 3i16, 32767i16, 32767i16, -1i16, 2i16, -32768i16,
--          -5i16] }
-- output { [3i16, -4i16, -4i16, 3i16, 2i16, -2i16, 0i16, -1i16, -32768i16, -16384i16, 1i16, 0i16]
--          [1i16, 1i16, -1i16, -1i16, 0i16, 0i16, 1i16, 32766i16, 0i16, 0i16, 0i16, 0i16]
--          [3i16, -3i16, -3i16, 3i16, 2i16, -2i16, 0i16, 0i16, -32768i16, -16384i16, 1i16, 0i16]
--          [1i16, -1i16, 1i16, -1i16, 0i16, 0i16, 1i16, -1i16, 0i16, 0i16, 0i16, 0i16] }
def main [n] (xs: [n]i16) (ys: [n]i16) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
