-- ==
-- input { [[1, 2], [3, 4]] } output { [[2, 4], [6, 8]] }
def both [n] [m] (f: [m]i32 -> [m]i32) (xs: [n][m]i32) : [n][m]i32 = map f xs
def main [n] [m] (xs: [n][m]i32) : [n][m]i32 = both (\r -> map2 (+) r r) xs
