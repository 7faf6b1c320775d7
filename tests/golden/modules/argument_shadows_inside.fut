-- Inside a functor its own names hide those of the outside, not those of its argument.
-- ==
-- input { 1 } output { 111 }
module type num = { val k : i32 }
module f (n: num) = {
  def k : i32 = 100
  def g (x: i32) = x + k + n.k
}
module m = f { def k : i32 = 10 }
def main (x: i32) = m.g x
