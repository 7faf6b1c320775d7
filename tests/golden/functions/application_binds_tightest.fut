-- ==
-- input { 3 } output { 8 -4 }
def f (x: i32) = x + 1
def main (x: i32) = (f x * 2, -f x)
