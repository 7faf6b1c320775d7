-- ==
-- input { 2i64 } output { [0i64, 1i64, 2i64, 3i64] }
def build (f: (n: i64) -> [n]i64) (k: i64) : [2 * k]i64 = f (2 * k)
def main (k: i64) = build iota k
