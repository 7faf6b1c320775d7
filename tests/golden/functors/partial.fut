-- Applied to the first of two modules, it is a functor of the second.
-- ==
-- input { 3 } output { 16 17 }
module type number = { val k : i32 }
module linear (a: number) (b: number) = { def f (x: i32) = a.k * x + b.k }
module by5 = linear { def k : i32 = 5 }
module m = by5 { def k : i32 = 1 }
module n = by5 { def k : i32 = 2 }
def main (x: i32) = (m.f x, n.f x)
