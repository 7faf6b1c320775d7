-- ==
-- input { [10i64, 12i64, 7i64] [4i64, 18i64, 0i64] } output { [2i64, 6i64, 7i64] }
def gcd (a: i64) (b: i64) : i64 = if b == 0 then a else gcd b (a % b)
def main [n] (xs: [n]i64) (ys: [n]i64) = map2 gcd xs ys
