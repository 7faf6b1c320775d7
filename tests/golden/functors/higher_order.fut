-- A functor that takes a functor.
-- ==
-- input { 3 } output { 7 }
module type number = { val k : i32 }
module type fun = { val f : i32 -> i32 }
module add (n: number) = { def f (x: i32) = x + n.k }
module use (g: (n: number) -> fun) = {
  module m = g { def k : i32 = 4 }
  def run (x: i32) = m.f x
}
module u = use add
def main (x: i32) = u.run x
