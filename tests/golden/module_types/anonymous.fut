-- ==
-- input { 3 } output { 5 }
module m : { val f : i32 -> i32 } = {
  def k : i32 = 2
  def f (x: i32) = x + k
}
def main (x: i32) = m.f x
