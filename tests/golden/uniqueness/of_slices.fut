-- A changed copy of a slice leaves the whole alone, and the other way round.
-- ==
-- input { [1, 2, 3] } output { [9, 3] [1, 2, 3] [1, 8, 3] }
def main (xs: [3]i32) =
  let part = copy xs[1:]
  let part[0] = 9
  let whole = copy xs
  let whole[1] = 8
  in (part, xs, whole)
