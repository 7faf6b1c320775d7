-- No array has the length that both sizes are made of, so they do not relate.
-- ==
-- error: Sizes "k \+ 1" and "k₁" do not match
def pair [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  in (iota (length ys * 2), iota (length ys * 2 + length ys))
def main [n] (xs: [n]i32) : ?[k].([k]i64, [k + 1]i64) = pair xs
