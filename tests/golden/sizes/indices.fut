-- ==
-- input { [5, 6] } output { [0i64, 1i64] [5, 7] }
def main [n] (xs: [n]i32) : ([n]i64, [n]i32) =
  (indices xs, map2 (\i x -> x + i32.i64 i) (indices xs) xs)
