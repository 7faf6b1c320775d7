-- What `with` says may be more lifted than the type that it refines, and leave size parameters out
-- (even if no module has such a type then).
-- ==
-- input { 3 } output { 4 [3, 3] 5i64 }
module type s = {
  type t
  val x : t
}
module type functional = s with t = (i32 -> i32)
module m : functional = {
  type^ t = i32 -> i32
  def x = (+ 1i32)
}
module type sized = {
  type~ t
  val x : t
  val f : i32 -> t
  module n: { val y : t }
}
-- x is of any size.
module f (m: sized with t = []i32) = {
  def x : [2]i32 = m.x
  def l = length (m.n.y : [5]i32)
  def g = m.f
}
module n = f {
  type~ t = []i32
  def x [n] : [n]i32 = replicate n 3
  def f (x: i32) = replicate (i64.i32 x) x
  module n = { def y [n] : [n]i32 = replicate n 4 }
}
module type phantom = { type t [n] }
module type no_phantom = phantom with t [n] = i32
def main (x: i32) = (m.x x, copy n.x, n.l)
