-- ==
-- input { [[1, 2], [3, 4]] [1i64, 0i64, 1i64] } output { [[3, 4], [1, 2], [3, 4]] }
def main (xs: [2][2]i32) (is: []i64) = map (\i -> xs[i]) is
