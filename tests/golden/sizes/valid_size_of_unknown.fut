-- The size of what a filter gives may be named by length.
-- ==
-- input { [3, -1, 4] } output { [3, 5] }
def main (xs: []i32) =
  let ys = filter (> 0) xs
  in map2 (\y i -> y + i32.i64 i) ys (iota (length ys) :> []i64)
