-- Sizes of outer parameters in inner functions.
-- ==
-- input { [1, 2, 3] } output { [[1, 2, 3], [2, 4, 6], [3, 6, 9]] }
def main [n] (xs: [n]i32) : [n][n]i32 =
  let row (k: i32) : [n]i32 = map (* k) xs
  in map row xs
