-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 2], [4, 6]] }
def main [n] [m] (xs: [n][m]i32) : [n][m]i32 = scan (map2 (+)) (replicate m 0) xs
