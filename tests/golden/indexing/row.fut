-- ==
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 } output { [4, 5, 6] }
def main (xs: [][]i32) (i: i64) = xs[i]
