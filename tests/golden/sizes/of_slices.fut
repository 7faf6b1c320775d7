-- Sizes of slices that are known without running: j, j - i, d - i, d, i - j.
-- ==
-- input { [1, 2, 3, 4, 5] 1i64 3i64 } output { [1, 2, 3] [2, 3] [2, 3, 4, 5] [5, 4, 3, 2, 1] [4, 3] }
def main [n] (xs: [n]i32) (i: i64) (j: i64) : ([j]i32, [j - i]i32, [n - i]i32, [n]i32, [j - i]i32) =
  (xs[:j], xs[i:j], xs[i:], xs[::-1], xs[j:i:-1])
