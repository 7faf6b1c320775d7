-- ==
-- input { [[1, -2, 3], [-1, -1, -1]] } output { [2i64, 0i64] [4, 0] }
def main (xss: [][]i32) =
  let positive xs = filter (> 0) xs
  in (map (\xs -> length (positive xs)) xss, map (\xs -> i32.sum (positive xs)) xss)
