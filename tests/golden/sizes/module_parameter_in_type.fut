-- A parametric type of a module with both a size parameter and a size of the module.
-- ==
-- input { 2i64 } output { [[1, 1, 1], [1, 1, 1]] }
module m = {
  def w : i64 = 3
  type rows [n] = [n][w]i32
  def ones (n: i64) : rows [n] = replicate n (replicate w 1)
}
def main (n: i64) : m.rows [n] = m.ones n
