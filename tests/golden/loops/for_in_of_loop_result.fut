-- ==
-- input { 3i64 } output { 3i64 }
def main (n: i64) = loop s = 0 for x in (loop a = iota n for i < n do a with [i] = i) do s + x
