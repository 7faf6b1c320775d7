-- ==
-- input { } output { [[[0i64, 1i64], [2i64, 3i64]], [[4i64, 5i64], [6i64, 7i64]]] 5i64 [6i64, 7i64] }
def main =
  let a = tabulate_3d 2 2 2 (\i j k -> i * 4 + j * 2 + k)
  in (a, a[1, 0, 1], a[1, 1])
