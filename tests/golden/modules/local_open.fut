-- m.(e) opens m within e.
-- ==
-- input { 3 } output { 13 }
module m = {
  def a : i32 = 10
  def f (x: i32) = x + a
}
def main (x: i32) = m.(f x)
