-- ==
-- input { [[1, 2], [3, 4]] } output { [1, 2] [[5, 5], [3, 4]] }
def main (xss: *[][2]i32) =
  let row = copy xss[0]
  let xss[0] = [5, 5]
  in (row, xss)
