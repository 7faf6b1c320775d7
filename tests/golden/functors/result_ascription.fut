-- ==
-- input { 3 } output { 4 }
module type number = { val k : i32 }
module type fun = { val f : i32 -> i32 }
module add (n: number) : fun = {
  def hidden : i32 = n.k
  def f (x: i32) = x + hidden
}
module m = add { def k : i32 = 1 }
def main (x: i32) = m.f x
