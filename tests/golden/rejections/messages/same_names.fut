-- Two sizes of one name are told apart.
-- ==
-- error: Sizes "n" and "n₁" do not match
def f [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
def main [n] (xs: [n]i32) =
  let g [n] (ys: [n]i32) = f xs ys
  in g [1, 2]
