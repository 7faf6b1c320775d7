-- ==
-- error: :6:7-.*Using variable
def main (xs: *[]i32) =
  let r = {a = xs}
  let ys = xs with [0] = 5
  in (r.a, ys)
