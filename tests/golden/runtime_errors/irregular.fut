-- Rows of different lengths do not make an array.
-- ==
-- input { 3i64 } error: .
-- input { 1i64 } output { [[0i64]] }
def main (n: i64) = map (\i -> iota (i + 1) :> [1]i64) (iota n)
