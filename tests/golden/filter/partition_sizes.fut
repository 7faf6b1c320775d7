-- The sizes of the parts add up, so they may be joined again without a coercion's help.
-- ==
-- input { [3, 1, 2] } output { [1, 2, 3] 2i64 1i64 }
def main [n] (xs: [n]i32) =
  let (a, b) = partition (< 3) xs
  in (a ++ b, length a, length b)
