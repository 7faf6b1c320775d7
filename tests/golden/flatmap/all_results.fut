-- Sizes, flags where an array starts, offsets, elements, and the second parts.
-- ==
-- input { [2i64, 0i64, 3i64] }
-- output { [2i64, 0i64, 3i64] [true, false, true, false, false] [0i64, 2i64, 2i64]
--          [0i64, 1i64, 0i64, 1i64, 2i64] [4i64, 0i64, 6i64] }
def main (ns: []i64) = flatmap (\n -> (iota n, 2 * n)) ns
