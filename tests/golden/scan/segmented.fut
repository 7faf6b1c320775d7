-- Sums that start anew at every flag.
-- ==
-- input { [1, 2, 3, 4, 5] [true, false, true, false, false] } output { [1, 3, 3, 7, 12] }
def main [n] (xs: [n]i32) (flags: [n]bool) =
  let op (x, f) (y, g) = (if g then y else x + y, f || g)
  in (unzip (scan op (0, false) (zip xs flags))).0
