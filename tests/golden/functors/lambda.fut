-- ==
-- input { 3 } output { 9 }
module type number = { val k : i32 }
module times = \(n: number) -> { def f (x: i32) = x * n.k }
module m = times { def k : i32 = 3 }
def main (x: i32) = m.f x
