-- ==
-- input { 3 } output { 4 }
module lib = {
  module type fun = { val f : i32 -> i32 }
  module inc : fun = { def f (x: i32) = x + 1 }
}
module use (m: lib.fun) = { def g (x: i32) = m.f x }
module u = use lib.inc
def main (x: i32) = u.g x
