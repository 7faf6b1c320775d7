-- Partial applications of prelude functions.
-- ==
-- input { [[1, 2], [3, 4]] } output { [3, 7] [4, 6] }
def main [n] [m] (xs: [n][m]i32) = (map i32.sum xs, map i32.sum (transpose xs))
