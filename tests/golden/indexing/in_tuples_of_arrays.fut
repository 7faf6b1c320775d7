-- ==
-- input { [1, 2] [true, false] } output { 2 false }
def main [n] (xs: [n]i32) (ys: [n]bool) =
  let zs = zip xs ys
  in zs[1]
