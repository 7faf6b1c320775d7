-- Operators of a module inside the parentheses, too.
-- ==
-- input { 3 } output { 12 }
module m = { def (+) (a: i32) (b: i32) = a * b }
def main (x: i32) = m.(x + 2 + 2)
