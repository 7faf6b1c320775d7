-- ==
-- input { [1, 2, 3] [true, false, true] [1.5, 2.5, 3.5] } output { [1, 3] [1.5, 3.5] }
def main [n] (xs: [n]i32) (keep: [n]bool) (ys: [n]f64) =
  let (a, _, c) = unzip3 (filter (\(_, k, _) -> k) (zip3 xs keep ys))
  in (a, c)
