-- A local `main` is nobody's entry point: it may be polymorphic, and another one may follow.
-- ==
-- input { 3 } output { 9 }
local def main x = x
local def twice = main
def main (x: i32) = twice x * x
