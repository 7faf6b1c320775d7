-- Reading before the update is fine, whatever was read.
-- ==
-- input { [3, 1, 2] } output { [6, 1, 2] 3i64 }
def main [n] (xs: *[n]i32) =
  let s = i32.sum xs
  let k = length xs
  let ys = xs with [0] = s
  in (ys, k)
