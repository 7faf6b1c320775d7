-- ==
-- input { [0i64, 2i64, 2i64, 5i64, -1i64] } output { [1, 0, 2] }
-- input { empty([0]i64) } output { [0, 0, 0] }
def main [n] (is: [n]i64) = hist (+) 0 3 is (replicate n 1)
