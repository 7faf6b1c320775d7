-- ==
-- input { [1, 2, 3, 4] } output { [[1, 2], [3, 4]] [1, 2, 3, 4] }
module m = {
  def n : i64 = 2
  def pack (xs: [n * n]i32) : [n][n]i32 = unflatten xs
  def unpack (xs: [n][n]i32) : [n * n]i32 = flatten xs
}
def main (xs: []i32) =
  let p = m.pack (xs :> [m.n * m.n]i32)
  in (p, m.unpack p)
