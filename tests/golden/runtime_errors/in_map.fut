-- ==
-- input { [0i64, 1i64, 7i64, 9i64] } error: Index \[7\] out of bounds
-- input { [0i64, 1i64] } output { [5, 6] }
def main (is: []i64) = map (\i -> [5, 6][i]) is
