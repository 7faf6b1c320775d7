-- ==
-- error: :6:7-.*Using variable
def main (xss: *[][]i32) =
  let row = xss[0]
  let yss = xss with [0, 0] = 5
  in (row, yss)
