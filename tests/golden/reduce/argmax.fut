-- The place of the maximum; of equal ones, the first.
-- ==
-- input { [3, 9, 2, 9] } output { 9 1i64 }
-- input { [5] } output { 5 0i64 }
def main [n] (xs: [n]i32) =
  let better (x, i) (y, j) = if y > x || (y == x && j < i) then (y, j) else (x, i)
  in reduce better (i32.lowest, n) (zip xs (iota n))
