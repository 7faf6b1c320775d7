-- assert takes an atom and then everything.
-- ==
-- input { 3 } output { 7 true }
def main (x: i32) =
  let ok = x > 0
  in (assert ok x + 4, assert true (x > 2) && assert ok true)
