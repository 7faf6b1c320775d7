-- The unknown size of the result is a size like any other.
-- ==
-- input { [1, 2, 3, 4] } output { [20, 40] 60 2i64 [0i64, 1i64] }
def main (xs: []i32) =
  let ys = map (* 10) (filter (\x -> x % 2 == 0) xs)
  in (ys, i32.sum ys, length ys, indices ys)
