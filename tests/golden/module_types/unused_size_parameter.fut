-- A specification may have a size parameter that its type does not mention, unlike a definition.
-- ==
-- input { 3 } output { 4 }
module type inc = { val f [n] : i32 -> i32 val g : i32 -> i32 }
module m : inc = { def f (x: i32) = x * 2 def g (x: i32) = x + 1 }
def main (x: i32) = m.g x
