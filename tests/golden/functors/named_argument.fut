-- ==
-- input { 3 } output { 8 }
module type number = { val k : i32 }
module five = { def k : i32 = 5 }
module add (n: number) = { def f (x: i32) = x + n.k }
module m = add five
def main (x: i32) = m.f x
