-- One filter, one size: both maps fit together.
-- ==
-- input { [3, -1, 4] } output { [9, 16] }
def main (xs: []i32) =
  let ys = filter (> 0) xs
  in map2 (*) ys (map id ys)
