-- Sizes inside a module refer to its values.
-- ==
-- input { [1, 2, 3] } output { 6 3i64 }
module m = {
  def n : i64 = 3
  def total (xs: [n]i32) = i32.sum xs
  def make () : [n]i32 = replicate n 0
}
def main (xs: []i32) = (m.total (xs :> [m.n]i32), length (m.make ()))
