-- ==
-- input { [1, 2] } output { [4, 8] }
def main [n] (xs: [n]i32) : [n]i32 =
  (loop (ys, k) = (xs, 0) while k < 2i32 do (map (* 2) ys, k + 1)).0
