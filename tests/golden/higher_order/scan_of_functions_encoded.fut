-- Affine functions as pairs: the composition of all is one of them.
-- ==
-- input { [2, 3] [1, 0] 5 } output { [11, 33] }
def main [n] (as: [n]i32) (bs: [n]i32) (x: i32) =
  scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as bs)
  |> map (\(a, b) -> a * x + b)
