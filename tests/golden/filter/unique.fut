-- The first of every run of equal elements.
-- ==
-- input { [1, 1, 2, 2, 2, 1] } output { [1, 2, 1] }
def main [n] (xs: [n]i32) =
  filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n) |> map (\i -> xs[i])
