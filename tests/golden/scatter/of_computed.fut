-- Indexes and values from a map.
-- ==
-- input { 5i64 } output { [16i64, 9i64, 4i64, 1i64, 0i64] }
def main (n: i64) = scatter (replicate n (-1)) (map (\i -> n - 1 - i) (iota n)) (map (\i -> i * i) (iota n))
