-- A local function without size parameters works on one size.
-- ==
-- error: :6:15-.*Cannot apply
def main [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let f = map (+ 1i32)
  in (f xs, f ys)
