-- ==
-- input { 4i64 } output { [3i64, 3i64, 3i64, 3i64] }
def main (n: i64) = loop a = replicate n 0 for i < n do scatter a (iota n) (replicate n i)
