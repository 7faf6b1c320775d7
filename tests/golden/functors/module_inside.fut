-- ==
-- input { 3 } output { 103 }
module type number = { val k : i32 }
module outer (n: number) = {
  module inner = { def f (x: i32) = x + n.k }
  module functor (m: number) = { def f (x: i32) = x + n.k * m.k }
}
module o = outer { def k : i32 = 10 }
module p = o.functor { def k : i32 = 10 }
def main (x: i32) = p.f x
