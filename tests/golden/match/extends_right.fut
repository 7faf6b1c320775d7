-- The last case extends as far as possible; a match inside a case needs parentheses.
-- ==
-- input { 0 5 } output { 105 }
-- input { 1 5 } output { 1 }
-- input { 1 0 } output { 2 }
def main (x: i32) (y: i32) =
  match x
  case 0 -> y + 100
  case _ -> (match y
             case 0 -> 2
             case _ -> 1)
