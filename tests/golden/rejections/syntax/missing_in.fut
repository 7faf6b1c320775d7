-- ==
-- error: :5:4-.*Unexpected end of file
def main (x: i32) =
  let y = x
  y
