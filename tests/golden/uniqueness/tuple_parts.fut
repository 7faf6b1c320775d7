-- One part of a tuple is consumed, the other used.
-- ==
-- input { [1] [2] } output { [9] [2] }
def main (xs: *[1]i32) (ys: [1]i32) =
  let (a, b) = (xs, ys)
  in (a with [0] = 9, b)
