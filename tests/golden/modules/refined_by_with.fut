-- With `with`, an abstract type is known again.
-- ==
-- input { 3 } output { 4 4 }
module type t = { type t val inc : t -> t }
module type t_i32 = t with t = i32
module m : t_i32 = { type t = i32 def inc (x: i32) = x + 1 }
module n : t with t = m.t = { type t = m.t def inc (x: t) : t = m.inc x }
def main (x: i32) : (i32, i32) = (m.inc x, n.inc x)
