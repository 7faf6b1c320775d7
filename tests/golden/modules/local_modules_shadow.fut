-- ==
-- input { 1 } output { 2 3 }
module m = { def k : i32 = 1 }
module a = {
  module m = { def k : i32 = 2 }
  def f (x: i32) = x + m.k
}
def main (x: i32) = (x + m.k, a.f x)
