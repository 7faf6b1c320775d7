-- The place of an error is that of the expression.
-- ==
-- input { [1, 2, 3] 3i64 } error: #0 .*:7:3-7.*Index \[3\] out of bounds for array of shape \[3\]
def main (xs: []i32) (i: i64) =
  let ys = map (+ 1) xs
  in
  ys[i]
