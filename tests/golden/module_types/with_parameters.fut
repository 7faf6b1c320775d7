-- ==
-- input { [1, 2] } output { [2, 4] }
module type mt = {
  type t [n]
  val f [n] : t [n] -> t [n]
}
module m : mt with t [n] = [n]i32 = {
  type t [n] = [n]i32
  def f [n] (xs: t [n]) : t [n] = map (* 2) xs
}
def main (xs: []i32) = m.f xs
