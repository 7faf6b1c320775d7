-- An abstract type has its sizes too.
-- ==
-- error: do not match

module box: { type t [n]  val make: (n: i64) -> t [n]  val both [n]: t [n] -> t [n] -> i64 } = {
  type t [n] = [n]i32
  def make n = replicate n 0
  def both x y = length (zip x y)
}
def main (a: i64) (b: i64) = box.both (box.make a) (box.make b)
