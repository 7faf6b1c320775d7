-- Absolute values and signs of u16; sums, products and extremes of arrays.

-- ==
-- entry: each
-- input { [0u16, 1u16, 5u16, 65535u16, 0u16, 65534u16] }
-- output { [0u16, 1u16, 5u16, 65535u16, 0u16, 65534u16]
--          [0u16, 1u16, 1u16, 1u16, 0u16, 1u16]
--          [0u16, 65535u16, 65531u16, 1u16, 0u16, 2u16] }
entry each (xs: []u16) = (map u16.abs xs, map u16.sgn xs, map u16.neg xs)

-- ==
-- entry: all_of
-- input { [0u16, 1u16, 5u16, 65535u16, 0u16, 65534u16] }
-- output { 3u16 0u16 65535u16 0u16 }
-- input { [3u16, 2u16, 7u16] }
-- output { 12u16 42u16 7u16 2u16 }
-- input { empty([0]u16) }
-- output { 0u16 1u16 0u16 65535u16 }
entry all_of (xs: []u16) = (u16.sum xs, u16.product xs, u16.maximum xs, u16.minimum xs)
