-- A number read from an array is no alias of it.
-- ==
-- input { [1, 2] } output { 1 [9, 2] }
def main (xs: *[2]i32) =
  let x = xs[0]
  let ys = xs with [0] = 9
  in (x, ys)
