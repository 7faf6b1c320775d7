-- ==
-- error: :4:17-.*Consuming variable
def main (xs: *[2]i32) (ys: [2]i32) =
  loop (a, b) = (xs, ys) for i < 3i32 do (b with [0] = 1, a)
