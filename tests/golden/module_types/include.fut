-- ==
-- input { 3 } output { 10 }
module type base = {
  type t
  val zero : t
}
module type more = {
  include base
  val add : t -> t -> t
}
module m : more with t = i32 = {
  type t = i32
  def zero : t = 7
  def add (x: t) (y: t) : t = x + y
}
def main (x: i32) = m.add x m.zero
