-- ==
-- input { [1i64, 2i64, 0i64] } output { 0i64 }
-- input { [1i64, 2i64, 5i64] } error: Index \[5\] out of bounds
def main (next: []i64) = loop i = next[0] while i != 0 do next[i]
