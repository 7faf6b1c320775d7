-- ==
-- input { [1, 2, 3] 1i64 9 } output { [1, 9, 3] }
-- input { [1, 2, 3] 3i64 9 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] -1i64 9 } error: Index \[-1\] out of bounds for array of shape \[3\]
def main (xs: *[]i32) (i: i64) (v: i32) = xs with [i] = v
