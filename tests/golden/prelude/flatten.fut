-- ==
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [1, 2, 3, 4, 5, 6, 7, 8] [[1, 2], [3, 4], [5, 6], [7, 8]] true }
def main [n] [m] [l] (xs: [n][m][l]i32) =
  (flatten_3d xs, flatten xs, unflatten_3d (flatten_3d xs) == xs)
