-- ==
-- input { [3, -1, 4] } output { 2i64 7 }
module type mt = {
  type~ bag
  val from [n] : [n]i32 -> bag
  val count : bag -> i64
  val sum : bag -> i32
}
module m : mt = {
  type~ bag = []i32
  def from [n] (xs: [n]i32) : bag = filter (> 0) xs
  def count (b: bag) = length b
  def sum (b: bag) = i32.sum b
}
def main (xs: []i32) =
  let b = m.from xs
  in (m.count b, m.sum b)
