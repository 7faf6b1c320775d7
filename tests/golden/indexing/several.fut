-- ==
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 2i64 } output { 6 6 6 }
-- input { [[1, 2, 3], [4, 5, 6]] 2i64 0i64 } error: out of bounds for array of shape \[2\]\[3\]
-- input { [[1, 2, 3], [4, 5, 6]] 0i64 3i64 } error: out of bounds for array of shape \[2\]\[3\]
def main (xs: [][]i32) (i: i64) (j: i64) = (xs[i, j], xs[i][j], (xs[i])[j])
