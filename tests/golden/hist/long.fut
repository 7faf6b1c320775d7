-- ==
-- input { 10000i64 } output { [1429, 1429, 1429, 1429, 1428, 1428, 1428] }
def main (n: i64) = hist (+) 0 7 (map (% 7) (iota n)) (replicate n 1)
