-- ==
-- input { 3 } output { 6 }
module f = import "lib/functor"
def main (x: i32) = f.doubled x
