-- A type abbreviation in a module type is known outside.
-- ==
-- input { 3 } output { 4 }
module type mt = {
  type t = i32
  val f : t -> t
}
module m : mt = {
  type t = i32
  def f (x: t) : t = x + 1
}
def main (x: i32) : i32 = m.f x
