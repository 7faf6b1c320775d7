-- ==
-- input { [[1, 2], [3, 4]] [5, 6] } output { [8, 13] }
def main [n] (xs: [n][2]i32) (ys: [n]i32) = map (\(r, y) -> i32.sum r + y) (zip xs ys)
