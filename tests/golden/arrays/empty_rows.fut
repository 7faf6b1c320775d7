-- Two rows with nothing in them are not the same as none.
-- ==
-- input { empty([2][0]i32) } output { 2i64 0i64 empty([0][2]i32) }
-- input { empty([0][3]i32) } output { 0i64 3i64 empty([3][0]i32) }
def main [n] [m] (xs: [n][m]i32) = (n, m, transpose xs)
