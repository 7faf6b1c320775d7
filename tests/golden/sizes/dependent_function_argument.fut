-- ==
-- input { 3i64 } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }
def twice (f: (n: i64) -> [n]i64) (k: i64) : [2][k]i64 = [f k, f k]
def main (k: i64) = twice (\n -> iota n) k
