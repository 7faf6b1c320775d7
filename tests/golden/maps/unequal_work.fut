-- Iterations that stop at different times keep their own states.
-- ==
-- input { 3000i64 } output { 3000i64 4498500i64 }
def main (n: i64) =
  let ends = map (\i -> loop x = 0 while x < i do x + 1) (iota n)
  in (length ends, reduce (+) 0 ends)
