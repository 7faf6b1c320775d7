-- ==
-- input { [1, 2, 3, 4] 3i64 [8, 9] } output { [1, 8, 9, 4] }
-- input { [1, 2, 3, 4] 4i64 [8, 9] } error: .
-- input { [1, 2, 3, 4] 5i64 [8, 9] } error: .
def main [n] (xs: *[]i32) (j: i64) (ys: [n]i32) =
  xs with [1:j] = (ys :> [j-1]i32)
