-- ==
-- input { 3 2.0 } output { 6.0 }
module type mt = {
  type a
  type b
  val f : a -> b -> b
}
module m : (mt with a = i32 with b = f64) = {
  type a = i32
  type b = f64
  def f (x: a) (y: b) : b = f64.i32 x * y
}
def main (x: i32) (y: f64) = m.f x y
