-- A member may be more general than its specification.
-- ==
-- input { 3 } output { 3 }
module type mt = { val f : i32 -> i32 }
module m : mt = { def f 'a (x: a) = x }
def main (x: i32) = m.f x
