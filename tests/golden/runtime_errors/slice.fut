-- ==
-- input { 0i64 4i64 1i64 } error: Index \[0:4:1\] out of bounds for array of shape \[3\]
-- input { 2i64 -2i64 -1i64 } error: Index \[2:-2:-1\] out of bounds for array of shape \[3\]
-- input { 0i64 3i64 0i64 } error: Index \[0:3:0\] out of bounds for array of shape \[3\]
-- input { 2i64 -1i64 -1i64 } output { [3, 2, 1] }
def main (i: i64) (j: i64) (s: i64) = [1, 2, 3][i:j:s]
