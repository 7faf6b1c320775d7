-- ==
-- input { 2 } output { 202 }
module type num = { val k : i32 }
module outer (a: num) = {
  module inner (b: num) = { def f (x: i32) = x + a.k * b.k }
}
module o = outer { def k : i32 = 20 }
module i = o.inner { def k : i32 = 10 }
def main (x: i32) = i.f x
