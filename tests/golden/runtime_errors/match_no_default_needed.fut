-- ==
-- input { 5 } error: [Dd]ivision by zero
-- input { 3 } output { 3 }
def main (x: i32) =
  match x
  case 5 -> x / (x - 5)
  case y -> y
