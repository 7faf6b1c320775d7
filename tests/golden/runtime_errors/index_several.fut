-- All indexes are named, with the whole shape.
-- ==
-- input { 1i64 2i64 0i64 } error: Index \[1, 2, 0\] out of bounds for array of shape \[2\]\[2\]\[2\]
-- input { 0i64 0i64 -1i64 } error: Index \[0, 0, -1\] out of bounds for array of shape \[2\]\[2\]\[2\]
-- input { 1i64 1i64 1i64 } output { 7i64 }
def main (i: i64) (j: i64) (k: i64) =
  let a = tabulate_3d 2 2 2 (\i j k -> i * 4 + j * 2 + k)
  in a[i, j, k]
