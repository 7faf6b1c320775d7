-- Absolute values and signs of u32; sums, products and extremes of arrays.

-- ==
-- entry: each
-- input { [0u32, 1u32, 5u32, 4294967295u32, 0u32, 4294967294u32] }
-- output { [0u32, 1u32, 5u32, 4294967295u32, 0u32, 4294967294u32]
--          [0u32, 1u32, 1u32, 1u32, 0u32, 1u32]
--          [0u32, 4294967295u32, 4294967291u32, 1u32, 0u32, 2u32] }
entry each (xs: []u32) = (map u32.abs xs, map u32.sgn xs, map u32.neg xs)

-- ==
-- entry: all_of
-- input { [0u32, 1u32, 5u32, 4294967295u32, 0u32, 4294967294u32] }
-- output { 3u32 0u32 4294967295u32 0u32 }
-- input { [3u32, 2u32, 7u32] }
-- output { 12u32 42u32 7u32 2u32 }
-- input { empty([0]u32) }
-- output { 0u32 1u32 0u32 4294967295u32 }
entry all_of (xs: []u32) = (u32.sum xs, u32.product xs, u32.maximum xs, u32.minimum xs)
