-- What is local stays inside.
-- ==
-- input { 3 } output { 7 }
module m = {
  local def helper (x: i32) = x + 1
  def f (x: i32) = helper x + 3
}
def main (x: i32) = m.f x
