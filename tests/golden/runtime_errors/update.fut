-- ==
-- input { 2i64 0i64 } error: Index \[2, 0\] out of bounds for array of shape \[2\]\[2\]
-- input { 1i64 -1i64 } error: Index \[1, -1\] out of bounds for array of shape \[2\]\[2\]
-- input { 1i64 1i64 } output { [[1, 2], [3, 9]] }
def main (i: i64) (j: i64) = [[1, 2], [3, 4]] with [i, j] = 9
