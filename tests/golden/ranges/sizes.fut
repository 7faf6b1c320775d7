-- Sizes of ranges of i64 are known from their bounds.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64] [1i64, 2i64, 3i64] [2i64] }
def main (n: i64) : ([n]i64, [n]i64, [3 - 2]i64) = (0..<n, 1..2...n, 2..<3)
