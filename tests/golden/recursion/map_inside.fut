-- A recursive function that maps itself.
-- ==
-- input { 3i64 } output { 16i64 }
def count (n: i64) : i64 = if n == 0 then 1 else 1 + i64.sum (map (\_ -> count (n - 1)) (iota n))
def main (n: i64) = count n
