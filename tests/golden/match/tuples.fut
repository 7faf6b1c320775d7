-- ==
-- input { true true } output { 3 }
-- input { true false } output { 2 }
-- input { false true } output { 1 }
-- input { false false } output { 0 }
def main (a: bool) (b: bool) =
  match (a, b)
  case (true, true) -> 3
  case (true, false) -> 2
  case (false, true) -> 1
  case (false, false) -> 0
