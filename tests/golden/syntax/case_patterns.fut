-- Types, attributes and parentheses in cases.
-- ==
-- input { 1 } output { 1 }
-- input { -5 } output { 5 }
def main (x: i32) =
  match (x, {y = 'a'})
  case ((-5), _) -> 5
  case (#[likely] (n: i32), {y = (97: i32)}) -> n
  case _ -> 0
