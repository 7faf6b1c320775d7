-- Division of i8 rounds towards minus infinity with / and %, towards zero with // and %%. The
-- lowest number over -1 wraps.
-- ==
-- input { [7i8, -7i8, 7i8, -7i8, 6i8, -6i8, 1i8, -1i8, -128i8, -128i8, -128i8, 0i8]
--         [2i8, 2i8, -2i8, -2i8, 3i8, 3i8, 127i8, 127i8, -1i8, 2i8, -128i8, -5i8] }
-- output { [3i8, -4i8, -4i8, 3i8, 2i8, -2i8, 0i8, -1i8, -128i8, -64i8, 1i8, 0i8]
--          [1i8, 1i8, -1i8, -1i8, 0i8, 0i8, 1i8, 126i8, 0i8, 0i8, 0i8, 0i8]
--          [3i8, -3i8, -3i8, 3i8, 2i8, -2i8, 0i8, 0i8, -128i8, -64i8, 1i8, 0i8]
--          [1i8, -1i8, 1i8, -1i8, 0i8, 0i8, 1i8, -1i8, 0i8, 0i8, 0i8, 0i8] }
def main [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (/) xs ys, map2 (%) xs ys, map2 (//) xs ys, map2 (%%) xs ys)
