-- ==
-- input { [3, 1, 3, 5, 2] } output { [1, 2] [3, 3] [5] }
def main [n] (xs: [n]i32) =
  let p = xs[0]
  in partition2 (< p) (== p) xs
