-- A functor's body means what it meant where it was written.
-- ==
-- input { 1 } output { 12 }
def k : i32 = 10
module type num = { val j : i32 }
module add (n: num) = { def f (x: i32) = x + n.j + k }
module later = {
  def k : i32 = 1000
  module m = add { def j : i32 = 1 }
}
def main (x: i32) = later.m.f x
