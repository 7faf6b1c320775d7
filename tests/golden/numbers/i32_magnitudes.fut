-- Absolute values and signs of i32; sums, products and extremes of arrays. The lowest number has
-- no counterpart.

-- ==
-- entry: each
-- input { [0i32, 1i32, 5i32, 2147483647i32, -2147483648i32, -1i32, -5i32, -2147483647i32] }
-- output { [0i32, 1i32, 5i32, 2147483647i32, -2147483648i32, 1i32, 5i32, 2147483647i32]
--          [0i32, 1i32, 1i32, 1i32, -1i32, -1i32, -1i32, -1i32]
--          [0i32, -1i32, -5i32, -2147483647i32, -2147483648i32, 1i32, 5i32, 2147483647i32] }
entry each (xs: []i32) = (map i32.abs xs, map i32.sgn xs, map i32.neg xs)

-- ==
-- entry: all_of
-- input { [0i32, 1i32, 5i32, 2147483647i32, -2147483648i32, -1i32, -5i32, -2147483647i32] }
-- output { -2147483648i32 0i32 2147483647i32 -2147483648i32 }
-- input { [3i32, 2i32, 7i32] }
-- output { 12i32 42i32 7i32 2i32 }
-- input { empty([0]i32) }
-- output { 0i32 1i32 -2147483648i32 2147483647i32 }
entry all_of (xs: []i32) = (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs)
