-- Fields may be left as they are or named anew.
-- ==
-- input { 1 2 } output { 2 }
-- input { 3 0 } output { 3 }
-- input { 3 4 } output { 7 }
def main (x: i32) (y: i32) =
  match {x, y}
  case {x = 1, y} -> y
  case {x, y = 0} -> x
  case {x = a, y = b} -> a + b
