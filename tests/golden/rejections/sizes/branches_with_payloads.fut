-- Both branches make the constructor, of arrays that differ.
-- ==
-- error: Sizes "k" and "3" do not match[^$]*branches differ
def pick (b: bool) =
  ((if b then #some (iota 3) else #some (iota 4)) : (#some ([3]i64) | #none))
