-- ==
-- error: :6:7-.*Using variable
def main (xs: *[2](i32, i32)) =
  let (a, b) = unzip xs
  let ys = xs with [0] = (1, 1)
  in (a, b, ys)
