-- ==
-- error: :4:7-.*xs
def main (xs: []i32) =
  let xs[0] = 1
  in xs
