-- ==
-- input { 1 } output { 2 }
module type m = { val f : i32 -> i32 }
module m : m = { def f (x: i32) = x + 1 }
def main (x: i32) = m.f x
