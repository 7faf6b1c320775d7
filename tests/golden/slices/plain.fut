-- The start is in, the end is not.
-- ==
-- input { [1, 2, 3, 4, 5] 1i64 3i64 } output { [2, 3] }
-- input { [1, 2, 3, 4, 5] 0i64 5i64 } output { [1, 2, 3, 4, 5] }
-- input { [1, 2, 3, 4, 5] 2i64 2i64 } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5] 5i64 5i64 } output { empty([0]i32) }
-- input { [1, 2, 3, 4, 5] 3i64 2i64 } error: Index \[3:2\] out of bounds for array of shape \[5\]
-- input { [1, 2, 3, 4, 5] 0i64 6i64 } error: Index \[0:6\] out of bounds for array of shape \[5\]
-- input { [1, 2, 3, 4, 5] -1i64 3i64 } error: Index \[-1:3\] out of bounds for array of shape \[5\]
def main (xs: []i32) (i: i64) (j: i64) = xs[i:j]
