-- ==
-- input { 3 } output { 9 }
module a = { def f (x: i32) = x + 5 }
module b = {
  local open a
  def g (x: i32) = f x + 1
}
def main (x: i32) = b.g x
