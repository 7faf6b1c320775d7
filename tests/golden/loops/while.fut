-- ==
-- input { 100 } output { 128 7 }
-- input { 0 } output { 1 0 }
def main (n: i32) = loop (p, k) = (1, 0) while p < n do (p * 2, k + 1)
