-- What a polymorphic function gives may be what it took.
-- ==
-- error: :7:7-.*Using variable
def main (xs: *[2]i32) =
  let ys = id xs
  let ys[0] = 1
  in (xs, ys)
