-- ==
-- input { 3 } output { 6 }
module m = { def f (x: i32) = x * 2 }
module n = m
def main (x: i32) = n.f x
