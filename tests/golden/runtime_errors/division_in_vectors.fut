-- The first zero of many is enough.
-- ==
-- input { 2000i64 1999i64 } error: [Dd]ivision by zero
-- input { 2000i64 5000i64 } output { 2000i64 }
def main (n: i64) (k: i64) = length (filter (>= 0) (map (\i -> n / (if i == k then 0 else 1)) (iota n)))
