-- What map gives is new, even of the identity.
-- ==
-- input { [1, 2] } output { [1, 2] [9, 2] }
def main (xs: []i32) =
  let ys = map id xs
  let ys[0] = 9
  in (xs, ys)
