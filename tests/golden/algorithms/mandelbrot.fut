-- How long points of a grid stay near.
-- ==
-- input { 5i64 20 } output { [[1, 1, 2, 1, 1], [1, 3, 20, 2, 1], [20, 20, 20, 3, 2], [1, 3, 20, 2, 1], [1, 1, 2, 1, 1]] }
def escape (limit: i32) (cr: f64) (ci: f64) : i32 =
  (loop (x, y, k) = (0, 0, 0) while k < limit && x * x + y * y <= 4 do
     (x * x - y * y + cr, 2 * x * y + ci, k + 1)).2
def main (n: i64) (limit: i32) =
  tabulate_2d n n (\i j -> escape limit (f64.i64 j - 2) (f64.i64 i - 2))
