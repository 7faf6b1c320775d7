-- ==
-- error: :4:16-.*Consuming variable
def main (xs: *[2]i32) =
  let set () = xs with [0] = 9
  in set ()
