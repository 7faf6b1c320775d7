-- ==
-- input { 0i64 [0i64, 1i64] } output { empty([0]i32) }
-- input { -1i64 [0i64] } error: .
def main [n] (k: i64) (is: [n]i64) = hist (+) 0 k is (replicate n 1)
