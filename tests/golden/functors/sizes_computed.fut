-- ==
-- input { 3 } output { [3, 3, 3, 3] 4i64 }
module type size = { val n : i64 }
module doubled (s: size) = {
  def n = s.n * 2
  def make (x: i32) : [n]i32 = replicate n x
}
module m = doubled { def n : i64 = 2 }
def main (x: i32) = (m.make x, m.n)
