-- A value of the module as a size in its type.
-- ==
-- input { [1, 2] } output { [2, 4] 2i64 }
module type mt = {
  val n : i64
  val f : [n]i32 -> [n]i32
}
module m : mt = {
  def n : i64 = 2
  def f (xs: [n]i32) : [n]i32 = map (* 2) xs
}
def main (xs: []i32) = (m.f (xs :> [m.n]i32), m.n)
