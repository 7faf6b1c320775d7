-- ==
-- input { 3 } output { 1 }
-- input { 5 } output { 10 }
def main (n: i32) = loop s = 0 for i < n do loop s for j < i do s + j
