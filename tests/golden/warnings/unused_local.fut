-- ==
-- input { 1 } output { 1 }
-- warning: Unused name "twice"

def main (x: i32) =
  let twice = x * 2
  in x
