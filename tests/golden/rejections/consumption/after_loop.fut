-- ==
-- error: :5:7-.*Using variable
def main (xs: *[3]i32) =
  let ys = loop ys = xs for i < 3 do ys with [i] = 0
  in (xs, ys)
