-- ==
-- input { 1 2 } output { 12 }
-- input { 2 2 } output { 0 }
def main (x: i32) (y: i32) =
  match x
  case 1 -> (match y
             case 2 -> 12
             case _ -> 1)
  case _ -> 0
