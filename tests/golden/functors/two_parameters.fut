-- ==
-- input { 3 } output { 16 }
module type number = { val k : i32 }
module linear (a: number) (b: number) = { def f (x: i32) = a.k * x + b.k }
module m = linear { def k : i32 = 5 } { def k : i32 = 1 }
def main (x: i32) = m.f x
