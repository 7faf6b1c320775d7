-- Sizes through two functors and a renaming.
-- ==
-- input { 2i32 } output { [2, 2, 2, 2, 2, 2] 6i64 }
module type size = { val n : i64 }
module double (s: size) = { def n = s.n * 2 }
module arrays (s: size) = {
  module d = double s
  type t = [d.n]i32
  def make (x: i32) : t = replicate d.n x
  def size (_: t) : i64 = d.n
}
module three = { def n : i64 = 3 }
module renamed = arrays three
def main (x: i32) : ([]i32, i64) =
  let v = renamed.make x
  in (v, renamed.size v)
