-- What falls into a bin is folded in order, here by an operator that does not commute.
-- ==
-- input { [0i64, 1i64, 0i64, 0i64] [1, 2, 3, 4] } output { [134, 2] }
def main [n] (is: [n]i64) (xs: [n]i32) =
  let digits (x, a) (y, b) = (x * 10 ** b + y, a + b)
  in map (.0) (hist digits (0, 0) 2 is (map (\x -> (x, 1)) xs))
