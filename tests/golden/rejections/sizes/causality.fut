-- The rows of an empty array have a size that is not known yet.
-- ==
-- error: :5:11-.*Causality check
def main (xs: []i32) =
  let a = [] : [][]i32
  let b = [filter (> 0) xs]
  in length (a ++ b)
