-- A functor over a numeric type.
-- ==
-- input { [1, 2] [1.5, 2.5] } output { 5 8.5 }
module type field = {
  type t
  val (+) : t -> t -> t
  val (*) : t -> t -> t
  val zero : t
}
module norms (f: field) = {
  def norm2 [n] (xs: [n]f.t) : f.t = reduce (f.+) f.zero (map (\x -> x f.* x) xs)
}
module ints = norms { open i32 def zero : i32 = 0 }
module floats = norms { open f64 def zero : f64 = 0 }
def main (xs: []i32) (ys: []f64) = (ints.norm2 xs, floats.norm2 ys)
