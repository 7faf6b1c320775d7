-- ==
-- input { [1, 2] [3, 4, 5] } output { 3 12 }
def main (xs: []i32) (ys: []i32) =
  let total [k] (zs: [k]i32) = reduce (+) 0 zs
  in (total xs, total ys)
