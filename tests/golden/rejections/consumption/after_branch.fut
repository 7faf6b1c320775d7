-- ==
-- error: :5:10-.*Using variable
def main (c: bool) (xs: *[2]i32) =
  let y = if c then (xs with [0] = 1)[0] else xs[1]
  in y + xs[0]
