-- ==
-- error: :6:7-.*Using variable
def main (xs: *[2]i32) =
  let ys = loop ys = xs for i < 3i32 do ys
  let ys[0] = 1
  in (xs, ys)
