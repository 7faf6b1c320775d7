-- For each bin, the largest value and where it was.
-- ==
-- input { [0i64, 1i64, 0i64, 1i64] [3, 8, 5, 2] } output { [5, 8] [2i64, 1i64] }
def main [n] (is: [n]i64) (xs: [n]i32) =
  let better (x, i) (y, j) = if y > x then (y, j) else (x, i)
  in unzip (hist better (i32.lowest, -1) 2 is (zip xs (iota n)))
