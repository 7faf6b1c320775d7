-- ==
-- input { empty([0]i32) } output { 0i64 empty([0]i32) [0, 0] empty([0][2]i32) }
def main [n] (xs: [n]i32) =
  (n, map (+ 1) xs, replicate 2 0, map (\x -> replicate 2 x) xs)
