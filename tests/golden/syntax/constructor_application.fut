-- A constructor takes the atoms after it; a call in a payload needs parentheses.
-- ==
-- input { 3 } output { 8 }
type t = #two i32 i32 | #none
def f (x: i32) = x + 1
def main (x: i32) =
  match (#two (f x) (x + 1) : t)
  case #two a b -> a + b
  case #none -> 0
