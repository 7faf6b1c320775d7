-- ==
-- input { [1, 2] [true, false] } output { [1, 2] [true, false] [1, 2] [true, false] [3, 4] }
def main [n] (xs: [n]i32) (ys: [n]bool) =
  let (a, b) = unzip (zip xs ys)
  let (c, d, e) = unzip3 (zip3 xs ys (map (+ 2) xs))
  in (a, b, c, d, e)
