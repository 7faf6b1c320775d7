-- Every iteration owns its row.
-- ==
-- input { 3i64 } output { [[5i64, 1i64], [5i64, 2i64], [5i64, 3i64]] }
def main (n: i64) =
  map (\i -> let a = [i, i + 1] in a with [0] = 5) (iota n)
