-- Absolute values and signs of u8; sums, products and extremes of arrays.

-- ==
-- entry: each
-- input { [0u8, 1u8, 5u8, 255u8, 0u8, 254u8] }
-- output { [0u8, 1u8, 5u8, 255u8, 0u8, 254u8]
--          [0u8, 1u8, 1u8, 1u8, 0u8, 1u8]
--          [0u8, 255u8, 251u8, 1u8, 0u8, 2u8] }
entry each (xs: []u8) = (map u8.abs xs, map u8.sgn xs, map u8.neg xs)

-- ==
-- entry: all_of
-- input { [0u8, 1u8, 5u8, 255u8, 0u8, 254u8] }
-- output { 3u8 0u8 255u8 0u8 }
-- input { [3u8, 2u8, 7u8] }
-- output { 12u8 42u8 7u8 2u8 }
-- input { empty([0]u8) }
-- output { 0u8 1u8 0u8 255u8 }
entry all_of (xs: []u8) = (u8.sum xs, u8.product xs, u8.maximum xs, u8.minimum xs)
