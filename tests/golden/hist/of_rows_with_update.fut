-- ==
-- input { [1i64, 0i64, 1i64] } output { [[2i64, 0i64], [4i64, 2i64]] }
def main [n] (is: [n]i64) =
  hist (map2 (+)) [0, 0] 2 is (map2 (\i k -> [2, i * (k % 2) + i * ((k + 1) % 2)]) is (iota n))
