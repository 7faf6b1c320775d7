-- The right-hand side is read before anything is written, even when it overlaps.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [1, 1, 2, 3, 4] [2, 3, 4, 5, 5] }
def main (xs: [5]i32) =
  let a = copy xs
  let a[1:5] = copy a[0:4]
  let b = copy xs
  let b[0:4] = copy b[1:5]
  in (a, b)
