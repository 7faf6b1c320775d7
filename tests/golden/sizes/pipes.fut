-- ==
-- input { [1, 2, 3] } output { [1i64, 3i64, 5i64] }
def main [n] (xs: [n]i32) : [n]i64 =
  xs |> map i64.i32 |> zip (indices xs) |> map (\(i, x) -> i + x)
