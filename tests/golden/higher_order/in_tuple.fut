-- ==
-- input { 5 } output { 6 4 }
def pair (k: i32) = ((+ k), \x -> x - k)
def main (x: i32) =
  let (up, down) = pair 1
  in (up x, down x)
