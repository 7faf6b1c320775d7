-- Even names of types may be given anew.
-- ==
-- input { 1u8 } output { 1u8 255i32 -1i64 }
module m = {
  type i32 = u8
  type f64 = i64
  def f (x: i32) : i32 = x
  def g (x: f64) : f64 = -x
}
def main (x: u8) : (u8, i32, i64) = (m.f x, i32.u8 (m.f (x - 2)), m.g 1)
