-- ==
-- input { 9i64 } error: #0 .*:3:38-49.*#1 .*:4:21-26.*Index \[9\]
module m = { def at (i: i64) : i32 = [1, 2, 3][i] }
def main (i: i64) = m.at i
