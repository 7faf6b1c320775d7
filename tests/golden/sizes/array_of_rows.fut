-- ==
-- input { [1, 2] [3, 4] } output { [[1, 2], [3, 4]] 2i64 }
def main [n] (xs: [n]i32) (ys: [n]i32) : ([2][n]i32, i64) = ([xs, ys], n)
