-- ==
-- input { 0 } output { 10 }
-- input { -1 } output { 20 }
-- input { 7 } output { 30 }
-- input { 8 } output { 8 }
def main (x: i32) =
  match x
  case 0 -> 10
  case -1 -> 20
  case 7 -> 30
  case n -> n
