-- A module that takes all of another and replaces a part of it.
-- ==
-- input { 1 } output { 11 5 1 }
module base = { def f (x: i32) = x + 1 def g (x: i32) = f x + 3 }
module better = { open base def f (x: i32) = x + 10 }
def main (x: i32) = (better.f x, better.g x, base.f 0)
