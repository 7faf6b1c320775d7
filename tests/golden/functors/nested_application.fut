-- ==
-- input { 1 } output { 8 }
module type fun = { val f : i32 -> i32 }
module twice (g: fun) = { def f (x: i32) = g.f (g.f x) }
module inc = { def f (x: i32) = x * 2 }
module m = twice (twice inc)
module id_f = { def f (x: i32) = x }
def main (x: i32) = m.f x / 2
