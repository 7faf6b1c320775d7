-- ==
-- error: :6:11-.*Using variable
def main (xs: *[2]i32) =
  let r = {a = xs, b = 1i32}
  let ys = r.a with [0] = 9
  in (ys, r)
