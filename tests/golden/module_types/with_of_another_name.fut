-- A refined name of an abstract type refines the type.
-- ==
-- input { 3 } output { 4 [3, 3] }
module type s = {
  type t
  type u = t
  type v = (u)
  module n: {
    type c 'a [k]
    type d 'b [n] = c b [n]
    val f : (x: t) -> d t [2]
  }
  val x : t
}
module type r = s with v = i32 with n.d 'a [n] = [n]a
module f (m: r) = {
  def main (y: i32) : (i32, [2]i32) = (m.x + 1, m.n.f y)
}
module g = f {
  type t = i32
  type u = t
  type v = t
  module n = {
    type c 'a [n] = [n]a
    type d 'a [n] = [n]a
    def f (x: t) : d t [2] = [x, x]
  }
  def x = 3i32
}
def main = g.main
