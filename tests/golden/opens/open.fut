-- ==
-- input { 3 } output { 8 }
module m = { def k : i32 = 5 def f (x: i32) = x + k }
open m
def main (x: i32) = f x
