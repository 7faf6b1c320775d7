-- A type may be hidden: only what the module type names makes and takes it.
-- ==
-- input { 3 } output { 5 }
module type stack = {
  type t
  val empty : t
  val push : i32 -> t -> t
  val depth_and_sum : t -> i32
}
module s : stack = {
  type t = {n: i32, sum: i32}
  def empty : t = {n = 0, sum = 0}
  def push (x: i32) (s: t) : t = {n = s.n + 1, sum = s.sum + x}
  def depth_and_sum (s: t) = s.n + s.sum
}
def main (x: i32) = s.depth_and_sum (s.push x (s.push 0 s.empty))
