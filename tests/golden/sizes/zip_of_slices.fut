-- Slices with the same bounds have the same size.
-- ==
-- input { [1, 2, 3, 4] 1i64 3i64 } output { [4, 6] }
def main [n] (xs: [n]i32) (i: i64) (j: i64) = map2 (+) xs[i:j] xs[i:j]
