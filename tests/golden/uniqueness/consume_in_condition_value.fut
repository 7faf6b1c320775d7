-- ==
-- input { [1, 2] } output { 9 }
def main (xs: *[2]i32) =
  let ys = xs with [0] = 9
  in if ys[0] > ys[1] then ys[0] else ys[1]
