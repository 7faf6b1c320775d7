-- ==
-- input { empty([0][3]i32) } output { empty([0]i32) 0i64 }
-- input { empty([3][0]i32) } output { empty([0]i32) 0i64 }
def main (xs: [][]i32) =
  let ys = flatten xs
  in (ys, length ys)
