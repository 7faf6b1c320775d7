-- ==
-- error: :5:7-.*xs
def main (xs: *[]i32) =
  let ys = xs with [0] = 1
  in (xs, ys)
