-- ==
-- input { 3 } output { 4 }
module type counter = {
  val start : i32
  val next : i32 -> i32
}
module m : counter = {
  def start : i32 = 0
  def next (x: i32) = x + 1
  def extra : i32 = 100
}
def main (x: i32) = m.next x + m.start
