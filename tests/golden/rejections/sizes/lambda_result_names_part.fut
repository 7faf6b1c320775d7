-- ==
-- error: "n", which is a part of a parameter
def main (sizes: [3](i64, i64)) = map (\(n, m): i64 -> i64.sum (replicate m n :> [n]i64)) sizes
def other = \(n: i64, m: i64) : [n]i64 -> replicate n m
