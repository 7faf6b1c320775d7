-- A size may be a call.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] }
def square (n: i64) : i64 = n * n
def grid (n: i64) : [square n]i64 = iota (square n)
def main (n: i64) = grid n
