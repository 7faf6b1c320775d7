-- n + m and m + n are coerced.
-- ==
-- input { [1] [2, 3] } output { [3, 5, 4] }
def main [n] [m] (xs: [n]i32) (ys: [m]i32) =
  map2 (+) (xs ++ ys) ((ys ++ xs) :> [n + m]i32) |> \zs -> (zs :> [n + m]i32)
