-- The rows that a map over nothing does not have still have their computed size.
-- ==
-- input { empty([0]i32) 3i64 } output { empty([0][4]i64) }
-- input { [1] 1i64 } output { [[0i64, 1i64]] }
def main (xs: []i32) (k: i64) =
  let m = k + 1
  in map (\_ -> iota m) xs
