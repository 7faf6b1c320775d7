-- Size parameters are values of type i64.
-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 2i64 3i64 6i64 }
def main [n] [m] (xs: [n][m]i32) = (n, m, n * m)
