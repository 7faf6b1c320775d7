-- Two names for one array: one is consumed, so is the other.
-- ==
-- error: :7:10-.*Using variable
def main (xs: *[2]i32) =
  let (a, b) = (xs, xs)
  let a[0] = 1
  in (a, b)
