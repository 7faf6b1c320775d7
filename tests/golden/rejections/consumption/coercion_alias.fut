-- ==
-- error: :6:7-.*Using variable
def main (xs: *[]i32) =
  let ys = xs :> [2]i32
  let xs[0] = 9
  in (ys, xs)
