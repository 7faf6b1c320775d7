-- ==
-- input { [1, 2, 3] } output { [1, 2, 3] [0, 2, 0] }
def main (xs: []i32) =
  let ys = copy xs
  let zs = scatter ys [0, 2] [0, 0]
  in (xs, zs)
