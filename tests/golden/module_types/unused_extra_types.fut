-- A module may have more types and modules than its type names.
-- ==
-- input { 3 } output { 5 }
module type mt = { val f : i32 -> i32 }
module m : mt = {
  type hidden = {x: i32}
  module inner = { def two : i32 = 2 }
  def f (x: i32) = (({x = x} : hidden).x) + inner.two
}
def main (x: i32) = m.f x
