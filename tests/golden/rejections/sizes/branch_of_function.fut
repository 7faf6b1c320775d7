-- ==
-- error: Causality check
type maybe 'a = #none | #some a
def made () : ?[n].[n]i32 = let (n, _) = (2, true) in replicate n 0
def pick b t f = if b then t () else f ()
entry main (b: bool) : maybe ([]i32) = pick b (\() -> #none) (\() -> #some (made ()))
