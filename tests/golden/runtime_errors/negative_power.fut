-- ==
-- input { 2 -1 } error: .
-- input { 2 3 } output { 8 }
def main (x: i32) (y: i32) = x ** y
