-- ==
-- input { 1 } error: Range 1..1...5 is invalid
-- warning: First and second element of range are identical

def main (x: i32) = x..x...5
