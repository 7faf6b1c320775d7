-- ==
-- input { [[1, 2], [3, 4]] } output { [4, 6] }
def main [n] [m] (xs: [n][m]i32) : [m]i32 = foldl (map2 (+)) (replicate m 0) xs
