-- A size that is the length of another array.
-- ==
-- input { [1, 2, 3] } output { [3i64, 3i64, 3i64] }
def main [n] (xs: [n]i32) : [n]i64 = replicate (length xs) n :> [n]i64
