-- The first length is another one than that which the second is made of.
-- ==
-- error: Sizes "n - k" and "k₁" do not match
def cut [n] (xs: [n]i32) =
  let ys = filter (> 0) xs
  let zs = filter (> 1) xs
  in (replicate (length ys) true, replicate (n - length zs) 0i32)
def main [n] (xs: [n]i32) : ?[k].([k]bool, [n - k]i32) = cut xs
