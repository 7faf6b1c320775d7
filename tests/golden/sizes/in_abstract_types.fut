-- An abstract type with a size, made by a functor, in an array.
-- ==
-- input { 5 } output { 30 3i64 }
module type vec = {
  type t
  val n : i64
  val fill : i32 -> t
  val total : t -> i32
}
module mk (s: { val n : i64 }) : vec = {
  def n = s.n
  type t = [n]i32
  def fill (x: i32) : t = replicate n x
  def total (v: t) = i32.sum v
}
module v3 = mk { def n : i64 = 3 }
def main (x: i32) =
  let vs = map v3.fill [x, x]
  in (i32.sum (map v3.total vs), v3.n)
