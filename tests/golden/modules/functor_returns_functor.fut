-- ==
-- input { 2 } output { 42 }
module type num = { val k : i32 }
module type fun = { val f : i32 -> i32 }
module curried (a: num) : (num -> fun) = \(b: num) -> { def f (x: i32) = x * a.k + b.k }
module m1 = curried { def k : i32 = 20 }
module m = m1 { def k : i32 = 2 }
def main (x: i32) = m.f x
