-- ==
-- input { [1, 2, 3] [true, false, true] } output { [1, 3] }
def main [n] (xs: [n]i32) (keep: [n]bool) = map (.0) (filter (.1) (zip xs keep))
