-- ==
-- input { [[1, 2, 3], [4, 5, 6]] } output { 2i64 3i64 }
def main (xs: [][]i32) =
  let [n] [m] (ys: [m][n]i32) = transpose xs
  in (n, m)
