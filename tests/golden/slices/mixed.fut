-- Indexes and slices in one bracket: an index drops its dimension.
-- ==
-- input { } output { [[4i64, 5i64], [10i64, 11i64]] [2i64, 8i64] [9i64] }
def main =
  let a = tabulate_3d 2 3 2 (\i j k -> i * 6 + j * 2 + k)
  in (a[:, 2, :], a[:, 1, 0], a[1:, 1, 1])
