-- ==
-- input { 3 } output { 5 }
module type mt = { val g : i32 val f : i32 -> i32 type t }
module m : mt = { type t = bool def f (x: i32) = x + 1 def g : i32 = 1 }
def main (x: i32) = m.f x + m.g
