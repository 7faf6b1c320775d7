-- Names that a module opens are its own.
-- ==
-- input { 3 } output { 8 1 }
module a = { def f (x: i32) = x + 5 }
module b = {
  open a
  def g : i32 = 1
}
def main (x: i32) = (b.f x, b.g)
