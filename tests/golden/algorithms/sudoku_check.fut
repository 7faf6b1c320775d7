-- ==
-- input { 0 } output { true }
-- input { 1 } output { false }
def main (wrong: i32) =
  let a = tabulate_2d 9 9 (\i j -> (i * 3 + i / 3 + j) % 9)
  let a = a with [4, 4] = (a[4, 4] + i64.i32 wrong) % 9
  let good (xs: [9]i64) = all (== 1) (hist (+) 0 9 xs (replicate 9 1))
  let boxes = tabulate_2d 9 9 (\b k -> a[b / 3 * 3 + k / 3, b % 3 * 3 + k % 3])
  in all good a && all good (transpose a) && all good boxes
