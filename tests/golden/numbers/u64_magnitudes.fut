-- Absolute values and signs of u64; sums, products and extremes of arrays.

-- ==
-- entry: each
-- input { [0u64, 1u64, 5u64, 18446744073709551615u64, 0u64, 18446744073709551614u64] }
-- output { [0u64, 1u64, 5u64, 18446744073709551615u64, 0u64, 18446744073709551614u64]
--          [0u64, 1u64, 1u64, 1u64, 0u64, 1u64]
--          [0u64, 18446744073709551615u64, 18446744073709551611u64, 1u64, 0u64, 2u64] }
entry each (xs: []u64) = (map u64.abs xs, map u64.sgn xs, map u64.neg xs)

-- ==
-- entry: all_of
-- input { [0u64, 1u64, 5u64, 18446744073709551615u64, 0u64, 18446744073709551614u64] }
-- output { 3u64 0u64 18446744073709551615u64 0u64 }
-- input { [3u64, 2u64, 7u64] }
-- output { 12u64 42u64 7u64 2u64 }
-- input { empty([0]u64) }
-- output { 0u64 1u64 0u64 18446744073709551615u64 }
entry all_of (xs: []u64) = (u64.sum xs, u64.product xs, u64.maximum xs, u64.minimum xs)
