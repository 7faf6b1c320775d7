-- ==
-- input { 1000000i64 } output { 499999500000i64 }
def main (n: i64) = loop s = 0 for i < n do s + i
