-- ==
-- input { 3 } output { 9 }
module a = { module sq = { def f (x: i32) = x * x } }
open a
def main (x: i32) = sq.f x
