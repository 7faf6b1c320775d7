-- ==
-- error: :5:14-.*Cannot apply
def main (x: i32) =
  let f = \y -> y
  in (f x, f 1.5)
