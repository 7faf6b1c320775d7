-- ==
-- input { 0 [1, 2] } output { [5, 2] }
-- input { 1 [1, 2] } output { [1, 2] }
def main (k: i32) (xs: *[]i32) =
  match k
  case 0 -> xs with [0] = 5
  case _ -> xs
