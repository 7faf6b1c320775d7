-- ==
-- input { 1 [1, 2] } output { [2, 3] }
-- input { 0 [1, 2] } output { [1, 2] }
def main [n] (k: i32) (xs: [n]i32) : [n]i32 =
  match k
  case 0 -> xs
  case _ -> map (+ k) xs
