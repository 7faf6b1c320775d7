-- ==
-- input { 3 } output { 4 }
module type inner = { val f : i32 -> i32 }
module type outer = {
  module m : inner
  val k : i32
}
module o : outer = {
  module m = { def f (x: i32) = x + 1 }
  def k : i32 = 0
}
def main (x: i32) = o.m.f x + o.k
