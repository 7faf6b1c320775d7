-- ==
-- input { 3 } output { 4 7 }
module m = {
  def k : i32 = 1
  def f (x: i32) = x + k
  def g (x: i32) = f x + 3
}
def main (x: i32) = (m.f x, m.g x)
