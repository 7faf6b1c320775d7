-- A module sees what stands before it; names inside do not leak out.
-- ==
-- input { 3 } output { 8 5 }
def k : i32 = 5
module m = {
  def f (x: i32) = x + k
  def k : i32 = 100
}
def main (x: i32) = (m.f x, k)
