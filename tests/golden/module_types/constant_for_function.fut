-- A constant that is a function fulfils a function's specification.
-- ==
-- input { 3 } output { 4 8 }
module type mt = { val f : i32 -> i32 val g : i32 -> i32 -> i32 }
module m : mt = { def f = (+ 1i32) def g (x: i32) = \(y: i32) -> x + y }
def main (x: i32) = (m.f x, m.g x 5)
