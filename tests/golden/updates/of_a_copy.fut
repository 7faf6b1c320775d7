-- The copy changes, what it was made from does not.
-- ==
-- input { [1, 2, 3] } output { [1, 2, 3] [0, 2, 3] }
def main (xs: []i32) =
  let ys = copy xs
  let ys[0] = 0
  in (xs, ys)
