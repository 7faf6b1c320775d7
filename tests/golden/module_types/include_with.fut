-- ==
-- input { 3 } output { 10 }
module type base = {
  type t
  val zero : t
}
module type ints = {
  include base with t = i32
  val f : i32 -> t
}
module m : ints = {
  type t = i32
  def zero : t = 7
  def f (x: i32) : t = x + zero
}
def main (x: i32) : i32 = m.f x
