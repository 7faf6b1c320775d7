-- ==
-- error: Causality check
type maybe 'a = #none | #some a
def main (b: bool) (xs: []i32) : maybe ([]i32) =
  if b then #none else #some (filter (> 0) xs)
