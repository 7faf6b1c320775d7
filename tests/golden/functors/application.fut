-- ==
-- input { 3 } output { 13 103 }
module type number = { val k : i32 }
module add (n: number) = { def f (x: i32) = x + n.k }
module add10 = add { def k : i32 = 10 }
module add100 = add { def k : i32 = 100 }
def main (x: i32) = (add10.f x, add100.f x)
