-- ==
-- input { 3 } output { 8 }
-- warning: Unused name "i"

def main (n: i32) = loop x = 1 for i < n do x * 2
