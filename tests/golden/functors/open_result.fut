-- ==
-- input { 3 } output { 8 }
module type number = { val k : i32 }
module add (n: number) = { def f (x: i32) = x + n.k }
open add { def k : i32 = 5 }
def main (x: i32) = f x
