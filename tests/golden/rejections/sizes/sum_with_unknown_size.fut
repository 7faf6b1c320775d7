-- The size of a constructor that is not used must be known, too.
-- ==
-- error: :6:7-.*Ambiguous size arising from explicit type ascription
type~ t = #a ([]i32) | #b ([]i32)
def main (xs: []i32) =
  let v : t = #a xs
  in match v case #a ys -> length ys case #b ys -> length ys
