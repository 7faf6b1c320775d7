-- ==
-- entry: set keep
-- input { [1, 2] } output { [1, 2] [0, 2] }
entry set (xs: *[]i32) : ([]i32, *[]i32) =
  let ys = copy xs
  in (ys, xs with [0] = 0)
entry keep (xs: []i32) = (xs, copy xs with [0] = 0)
