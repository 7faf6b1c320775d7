-- ==
-- input { 1 1 } output { 1 }
-- input { 1 2 } output { 2 }
-- input { 2 2 } output { 3 }
def main (x: i32) (y: i32) =
  match (x, y)
  case (1, 1) -> 1
  case (1, _) -> 2
  case (_, _) -> 3
