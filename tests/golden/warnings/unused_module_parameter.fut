-- ==
-- input { 1 } output { 3 }
-- warning: Unused name "X"

module f (X: {val x : i32}) = { def y : i32 = 2 }
module m = f { def x : i32 = 3 }
def main (x: i32) = x + m.y
