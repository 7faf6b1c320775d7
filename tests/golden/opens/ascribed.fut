-- Only what the module type names comes in; the outer k stays.
-- ==
-- input { } output { 1 7 }
def k : i32 = 7
module m = { def f : i32 = 1 def k : i32 = 100 }
open (m : { val f : i32 })
def main = (f, k)
