-- Sizes that are values of the argument.
-- ==
-- input { [1, 2, 3, 4] } output { [[1, 2], [3, 4]] }
module type size = { val n : i64 }
module grid (s: size) = {
  type t = [s.n][s.n]i32
  def make (xs: [s.n * s.n]i32) : t = unflatten xs
}
module two = { def n : i64 = 2 }
module g = grid two
def main (xs: []i32) : [][]i32 = g.make (xs :> [two.n * two.n]i32)
