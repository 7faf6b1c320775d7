-- ==
-- error: :5:12-.*Module does not define a value named
module type number = { val k : i32 }
module add (n: number) = { def f (x: i32) = x + n.k }
module m = add { def j : i32 = 1 }
def main = m.f 1
