-- ==
-- error: :5:12-.*Module type specifies
module type number = { val k : i32 }
module add (n: number) = { def f (x: i32) = x + n.k }
module m = add { def k : f32 = 1 }
def main = m.f 1
