-- ==
-- input { 5i64 } output { false true }
-- input { 0i64 } output { true false }
def main (i: i64) =
  let xs = [5, 6]
  in (i < 2 && xs[i] == 5, i >= 2 || xs[i] != 5)
