-- ==
-- input { [1, 5] } output { [3, 5] [1, 3] 5 }
def main (xs: []i32) = (map (`i32.max` 3) xs, map (3 `i32.min`) xs, xs[0] `i32.max` xs[1])
