-- Sizes of ranges of i64: b - a up to b, one more through b.
-- ==
-- input { 2i64 5i64 } output { [2i64, 3i64, 4i64] [2i64, 3i64, 4i64, 5i64] [0i64, 1i64] }
def main (a: i64) (b: i64) : ([b - a]i64, [b - a + 1]i64, [a]i64) = (a..<b, a...b, 0..<a)
