-- ==
-- error: :6:10-.*Using variable
def eat (xs: *[2]i32) : *[2]i32 = xs with [0] = 1
def main (c: bool) (xs: *[2]i32) =
  let ys = if c then eat xs else [0, 0]
  in eat xs
