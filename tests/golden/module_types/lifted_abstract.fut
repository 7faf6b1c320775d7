-- ==
-- input { 3 } output { 13 }
module type mt = {
  type^ f
  val make : i32 -> f
  val call : f -> i32 -> i32
}
module m : mt = {
  type^ f = i32 -> i32
  def make (k: i32) : f = (+ k)
  def call (g: f) (x: i32) = g x
}
def main (x: i32) = m.call (m.make 10) x
