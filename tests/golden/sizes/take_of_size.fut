-- ==
-- input { [5, 6, 7] 2i64 } output { [5, 6] 11 }
def main (xs: []i32) (k: i64) =
  let ys : [k]i32 = take k xs
  in (ys, i32.sum ys)
