-- Arrays of an abstract type.
-- ==
-- input { [1, 2] } output { [3, 5] }
module type mt = {
  type t
  val make : i32 -> t
  val get : t -> i32
}
module m : mt = {
  type t = (i32, i32)
  def make (x: i32) : t = (x, x + 1)
  def get ((a, b): t) = a + b
}
def main (xs: []i32) = map m.get (map m.make xs)
