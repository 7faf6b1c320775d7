-- ==
-- input { 4i64 50000i64 } output { [50000i64, 50000i64, 50000i64, 50000i64] }
def main (m: i64) (n: i64) =
  map (\k -> i64.sum (loop a = replicate n 0 for i < n do a with [i] = a[i] + k - k + 1)) (iota m)
