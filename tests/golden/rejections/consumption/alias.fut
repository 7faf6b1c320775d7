-- ==
-- error: :6:7-.*xs
def main (xs: *[]i32) =
  let ys = xs
  let zs = ys with [0] = 1
  in (xs, zs)
