-- ==
-- input { 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
def main (n: i64) = loop a = iota n for i < n + 1 do a with [i] = 0
