-- What two module types share may come in by both.
-- ==
-- entry: sum
-- input { } output { 6i32 }
-- ==
-- entry: stated_again
-- input { } output { 1i32 }

module type one = { val x : i32 }
module type two = { include one val y : i32 }
module type three = { include one val z : i32 }
module type all = { include two include three }

module m : all = { def x = 1i32 def y = 2i32 def z = 3i32 }
entry sum = m.(x + y + z)

module type again = { include one val x : i32 }
module n : again = m
entry stated_again = n.x
