-- ==
-- input { 3 } output { 3 }
#[attr] type t = i32
#[attr] module m = { #[attr] type u = t }
def main (x: m.u) : t = x
