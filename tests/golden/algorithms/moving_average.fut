-- ==
-- input { 3i64 [1.0, 2.0, 6.0, 4.0, 5.0] } output { [3.0, 4.0, 5.0] }
def main [n] (k: i64) (xs: [n]f64) =
  let sums = [0] ++ scan (+) 0 xs
  in map (\i -> (sums[i + k] - sums[i]) / f64.i64 k) (iota (n - k + 1))
