-- What is made from an array of unknown size has that size.
-- ==
-- input { [3, -1, 4] } output { [3, 5] }
def main (xs: []i32) =
  let ys = filter (> 0) xs
  in map2 (\y i -> y + i32.i64 i) ys (indices ys)
