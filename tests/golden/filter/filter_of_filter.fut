-- ==
-- input { 20i64 } output { [0i64, 6i64, 12i64, 18i64] }
def main (n: i64) = filter (\x -> x % 3 == 0) (filter (\x -> x % 2 == 0) (iota n))
