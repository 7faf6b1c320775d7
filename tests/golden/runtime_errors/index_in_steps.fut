-- a[i][j] fails where it goes wrong: the row is taken first.
-- ==
-- input { 0i64 5i64 } error: out of bounds
-- input { 5i64 0i64 } error: Index \[5\] out of bounds
def main (i: i64) (j: i64) =
  let a = [[1, 2], [3, 4]]
  let row = a[i]
  in row[j]
