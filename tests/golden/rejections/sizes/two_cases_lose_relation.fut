-- Two cases may choose differently, so nothing is known of how the sizes relate.
-- ==
-- error: Sizes "n - k" and "k₁" do not match[^$]*branches differ
def parts [n] (b: bool) (xs: [n]i32) : ?[k].([k]i32, [n - k]i32) =
  match b
  case true -> partition (> 0) xs
  case false -> partition (> 1) xs
