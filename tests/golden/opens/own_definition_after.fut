-- ==
-- input { 3 } output { 13 }
module a = { def f (x: i32) = x + 1 def g (x: i32) = f x }
open a
def f (x: i32) = x + 9
def main (x: i32) = g (f x)
