-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [1, 2]] }
def main (xss: *[2][2]i32) =
  let a = copy xss[0]
  let b = copy xss[1]
  let xss[0] = b
  let xss[1] = a
  in xss
