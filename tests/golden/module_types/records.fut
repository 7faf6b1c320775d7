-- ==
-- input { 3 } output { 8 }
module type mt = { type t = {a: i32, b: i32} val sum : t -> i32 }
module m : mt = { type t = {b: i32, a: i32} def sum (r: t) = r.a + r.b }
def main (x: i32) = m.sum {a = x, b = 5}
