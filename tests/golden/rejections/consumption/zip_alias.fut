-- ==
-- error: :5:12-.*Consuming variable
def main (xs: *[2]i32) (ys: [2]i32) =
  let zs = (xs, ys)
  let ws = zs.1 with [0] = 1
  in ws
