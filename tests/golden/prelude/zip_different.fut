-- ==
-- input { [1, 2] [3] } error: .
-- input { [1] [3] } output { [1] [3] }
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = unzip (zip xs (sized n ys))
