-- ==
-- error: :4:8-11.*Literal -129 out
def main (x: i8) = match x
  case -129 -> 1i32
  case _ -> 2
