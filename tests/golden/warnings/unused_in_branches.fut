-- ==
-- input { 1 } output { 1 }
-- warning: Unused name "b"

def main (x: i32) =
  match (x, 2) case (1, b) -> x
               case (a, _) -> a
