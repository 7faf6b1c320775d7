-- A result that is not unique may be the argument.
-- ==
-- error: :8:7-.*Using variable
def f (xs: []i32) : []i32 = xs
def main (xs: *[]i32) =
  let ys = f xs
  let ys[0] = 1
  in (xs, ys)
