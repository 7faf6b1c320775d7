-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[3, 4]] 1i64 }
-- input { empty([0][2]i32) } output { empty([0][2]i32) 0i64 }
def main (xs: [][2]i32) =
  let ys = filter (\r -> r[0] == 3) xs
  in (ys, length ys)
