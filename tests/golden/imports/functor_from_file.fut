-- ==
-- input { 3 } output { 7 }
import "lib/functor"
module m = shift { def k : i32 = 4 }
def main (x: i32) = m.f x
