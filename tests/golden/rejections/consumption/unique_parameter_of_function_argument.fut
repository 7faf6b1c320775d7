-- An argument that is a function promises no more than its type says.
-- ==
-- error: :6:7-.*Consuming variable
def on (f: [2]i32 -> [2]i32) (xs: *[2]i32) =
  let ys = f xs
  let ys[0] = 1
  in (xs, ys)
def main (xs: *[2]i32) = on id xs
