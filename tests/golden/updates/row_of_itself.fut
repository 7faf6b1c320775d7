-- Writing a row of an array into it; what is read was copied first.
-- ==
-- input { [[1, 2], [3, 4]] } output { [[3, 4], [3, 4]] }
def main (xss: *[2][2]i32) =
  let row = copy xss[1]
  in xss with [0] = row
