-- Rows of an array in a test may be empty ones.
-- ==
-- input { [empty([0]i32)] } output { 1i64 0i64 [empty([0]i32)] }
-- input { [empty([0]i32), empty([0]i32)] } output { 2i64 0i64 empty([2][0]i32) }
def main [n] [m] (xss: [n][m]i32) = (n, m, xss)
