-- Absolute values and signs of i8; sums, products and extremes of arrays. The lowest number has
-- no counterpart.

-- ==
-- entry: each
-- input { [0i8, 1i8, 5i8, 127i8, -128i8, -1i8, -5i8, -127i8] }
-- output { [0i8, 1i8, 5i8, 127i8, -128i8, 1i8, 5i8, 127i8]
--          [0i8, 1i8, 1i8, 1i8, -1i8, -1i8, -1i8, -1i8]
--          [0i8, -1i8, -5i8, -127i8, -128i8, 1i8, 5i8, 127i8] }
entry each (xs: []i8) = (map i8.abs xs, map i8.sgn xs, map i8.neg xs)

-- ==
-- entry: all_of
-- input { [0i8, 1i8, 5i8, 127i8, -128i8, -1i8, -5i8, -127i8] }
-- output { -128i8 0i8 127i8 -128i8 }
-- input { [3i8, 2i8, 7i8] }
-- output { 12i8 42i8 7i8 2i8 }
-- input { empty([0]i8) }
-- output { 0i8 1i8 -128i8 127i8 }
entry all_of (xs: []i8) = (i8.sum xs, i8.product xs, i8.maximum xs, i8.minimum xs)
