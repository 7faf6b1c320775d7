-- ==
-- input { 5 } output { 10 120 }
-- input { 0 } output { 0 1 }
-- input { -3 } output { 0 1 }
def main (n: i32) = (loop s = 0 for i < n do s + i, loop p = 1 for i < n do p * (i + 1))
