-- ==
-- input { 3 } output { 9 }
module type mt = {
  type t
  val f : t -> t
}
module m : mt with t = i32 = {
  type t = i32
  def f (x: t) : t = x * x
}
def main (x: i32) = m.f x
