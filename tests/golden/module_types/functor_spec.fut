-- A module type may ask for a functor.
-- ==
-- input { 3 } output { 13 }
module type num = { val k : i32 }
module type fun = { val f : i32 -> i32 }
module type lib = { module make : (n: num) -> fun }
module l : lib = { module make (n: num) = { def f (x: i32) = x + n.k } }
module m = l.make { def k : i32 = 10 }
def main (x: i32) = m.f x
