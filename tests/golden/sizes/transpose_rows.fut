-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { [[1, 4], [2, 5], [3, 6]] [5, 7, 9] }
def main [n] [m] (xs: [n][m]i32) : ([m][n]i32, [m]i32) =
  let t = transpose xs
  in (t, map (reduce (+) 0) t)
