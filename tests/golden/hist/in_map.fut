-- ==
-- input { [[0i64, 0i64, 1i64], [1i64, 1i64, 1i64]] } output { [[2, 1], [0, 3]] }
def main [n] [m] (iss: [n][m]i64) = map (\is -> hist (+) 0 2 is (replicate m 1)) iss
