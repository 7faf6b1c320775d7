-- ==
-- input { 3 } output { 3 }
module type mt = { #[attr] val f : i32 -> i32 }
module m : mt = { #[attr] def f (x: i32) = x }
def main (x: i32) = m.f x
