-- ==
-- input { [1] [2] } output { [3] }
-- input { [1] [2, 3] } error: cannot match shape of type
def main [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let (a, b) = (xs, ys) :> ([n]i32, [n]i32)
  in map2 (+) a b
