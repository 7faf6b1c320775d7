-- `#none` has a payload too, whose size is only made in the other branch.
-- ==
-- error: Causality check: size "n[^"]*" needed for type of what "pick" gives
type maybe 'a = #none | #some a
def made () : ?[n].[n]i32 = let (n, _) = (2, true) in replicate n 0
def pick (b: bool) : ?[n].maybe ([n]i32) = if b then #none else #some (made ())
