-- Three versions of one array at once.
-- ==
-- input { [0, 0] } output { [[1, 0], [1, 2], [0, 0]] }
def main (xs: [2]i32) =
  let a = copy xs with [0] = 1
  let b = copy a with [1] = 2
  in [a, b, xs]
