-- A slice is part of its array.
-- ==
-- error: :7:7-.*Using variable
def main (xs: *[]i32) =
  let part = xs[1:]
  let ys = xs with [1] = 5
  in (part, ys)
