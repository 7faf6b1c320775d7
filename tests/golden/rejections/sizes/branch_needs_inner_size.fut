-- The payload of one branch is not as long as that of the other.
-- ==
-- error: Function body does not[^$]*Sizes "n" and "k" do not match
def h [n] (b: bool) (xs: [n]i32) (ys: (#some ([n]i32) | #none)) : (#some ([n]i32) | #none) =
  if b then ys else #some (filter (> 1) xs)
