-- ==
-- input { 3 } output { 4 }
open {
  local def k : i32 = 1
  def f (x: i32) = x + k
}
def main (x: i32) = f x
