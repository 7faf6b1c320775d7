-- ==
-- input { 2i64 3i64 } output { [[[0i64, 1i64, 2i64], [1i64, 2i64, 3i64]], [[1i64, 2i64, 3i64], [2i64, 3i64, 4i64]]] }
def main (n: i64) (m: i64) =
  map (\i -> map (\j -> map (\k -> i + j + k) (iota m)) (iota n)) (iota n)
