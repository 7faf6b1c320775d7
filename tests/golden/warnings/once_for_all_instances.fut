-- What is applied twice is warned of once.
-- ==
-- input { 1 } output { 5 }
-- warning: ^Warning[^W]*Unused name "z"[^W]*$

module f (X: {val x : i32}) = {
  def y = let z = 2 in X.x
}
module m = f { def x : i32 = 1 }
module k = f { def x : i32 = 3 }
def main (x: i32) = x + m.y + k.y
