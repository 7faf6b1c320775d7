-- ==
-- input { 3i64 } output { [1i64, 4i64, 9i64] }
def main (n: i64) : [n]i64 = map (\x -> x * x) (1..2...n)
