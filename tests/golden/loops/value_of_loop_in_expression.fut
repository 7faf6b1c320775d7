-- ==
-- input { 3 } output { 13 }
def main (n: i32) = 10 + (loop s = 0 for i < n do s + i) * 1
