-- Composition of x -> a*x + b, every prefix of it.
-- ==
-- input { [2, 3, 5] [1, 1, 1] } output { [2, 6, 30] [1, 4, 21] }
def main [n] (as: [n]i32) (bs: [n]i32) =
  unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip as bs))
