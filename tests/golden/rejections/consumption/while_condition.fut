-- ==
-- error: :4:20-.*Consuming variable
def main (xs: *[2]i32) =
  loop i = 0 while (xs with [0] = 1)[0] == 0 do i + 1
