-- Rows are views; writing to a copy of one leaves the array alone.
-- ==
-- input { [[1, 2], [3, 4]] } output { [9, 2] [[1, 2], [3, 4]] }
def main (xs: [2][2]i32) =
  let row = copy xs[0]
  let row[0] = 9
  in (row, xs)
