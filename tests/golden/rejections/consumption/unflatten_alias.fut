-- ==
-- error: :6:7-.*Using variable
def main (xs: *[4]i32) =
  let a = unflatten (xs :> [2 * 2]i32) :> [2][2]i32
  let xs[0] = 9
  in (a, xs)
