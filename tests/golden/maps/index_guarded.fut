-- ==
-- input { [5, 6, 7] [2i64, -1i64, 9i64, 0i64] } output { [7, 0, 0, 5] }
def main [n] (xs: [n]i32) (is: []i64) = map (\i -> if i >= 0 && i < n then xs[i] else 0) is
