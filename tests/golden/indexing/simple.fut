-- ==
-- input { [10, 20, 30] 0i64 } output { 10 }
-- input { [10, 20, 30] 2i64 } output { 30 }
-- input { [10, 20, 30] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [10, 20, 30] -1i64 } error: Index \[-1\] out of bounds for array of shape \[3\]
-- input { empty([0]i32) 0i64 } error: Index \[0\] out of bounds for array of shape \[0\]
def main (xs: []i32) (i: i64) = xs[i]
