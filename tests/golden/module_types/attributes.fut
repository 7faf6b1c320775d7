-- ==
-- input { 3 } output { 4 }
module type mt = {
  #[pure]
  val f : i32 -> i32
}
module m : mt = { def f (x: i32) = x + 1 }
def main (x: i32) = m.f x
