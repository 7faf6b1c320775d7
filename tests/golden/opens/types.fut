-- ==
-- input { 3 } output { 3 }
module m = { type t = {a: i32} module type mt = { val z : t } }
open m
module n : mt = { def z : t = {a = 0} }
def main (x: i32) = ({a = x} : t).a + n.z.a
