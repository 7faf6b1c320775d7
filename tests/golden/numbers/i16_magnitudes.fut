-- Absolute values and signs of i16; sums, products and extremes of arrays. The lowest number has
-- no counterpart.

-- ==
-- entry: each
-- input { [0i16, 1i16, 5i16, 32767i16, -32768i16, -1i16, -5i16, -32767i16] }
-- output { [0i16, 1i16, 5i16, 32767i16, -32768i16, 1i16, 5i16, 32767i16]
--          [0i16, 1i16, 1i16, 1i16, -1i16, -1i16, -1i16, -1i16]
--          [0i16, -1i16, -5i16, -32767i16, -32768i16, 1i16, 5i16, 32767i16] }
entry each (xs: []i16) = (map i16.abs xs, map i16.sgn xs, map i16.neg xs)

-- ==
-- entry: all_of
-- input { [0i16, 1i16, 5i16, 32767i16, -32768i16, -1i16, -5i16, -32767i16] }
-- output { -32768i16 0i16 32767i16 -32768i16 }
-- input { [3i16, 2i16, 7i16] }
-- output { 12i16 42i16 7i16 2i16 }
-- input { empty([0]i16) }
-- output { 0i16 1i16 -32768i16 32767i16 }
entry all_of (xs: []i16) = (i16.sum xs, i16.product xs, i16.maximum xs, i16.minimum xs)
