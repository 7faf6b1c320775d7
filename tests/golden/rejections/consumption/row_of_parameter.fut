-- ==
-- error: :5:7-.*Consuming variable
def main (xss: [][2]i32) =
  let row = xss[0]
  let row[0] = 1
  in row
