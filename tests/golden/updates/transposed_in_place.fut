-- ==
-- input { [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] }
def main (a: *[2][2]i32) =
  let t = copy (transpose a)
  let a[0:2, 0:2] = t
  in a
