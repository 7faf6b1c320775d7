-- ==
-- input { 1 } output { 1 }
-- warning: Unused name "f"

def main (x: i32) =
  let f (y: i32) = y + x
  in x
