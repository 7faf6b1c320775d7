-- ==
-- input { 3i64 } output { 3i64 }
-- input { 4i64 } error: Index \[3\] out of bounds for array of shape \[3\]
def main (n: i64) = loop s = 0 for i < n do s + (iota 3)[i]
