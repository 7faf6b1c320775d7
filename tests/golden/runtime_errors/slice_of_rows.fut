-- ==
-- input { 3i64 } error: Index \[0:2, 1:3\] out of bounds for array of shape \[2\]\[2\]
-- input { 2i64 } output { [[2], [4]] }
def main (j: i64) = [[1, 2], [3, 4]][0:2, 1:j]
