-- ==
-- error: :6:7-.*Using variable
def main (xs: *[]i32) =
  let t = (xs, 1)
  let ys = xs with [0] = 5
  in (t, ys)
