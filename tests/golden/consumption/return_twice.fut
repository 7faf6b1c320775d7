-- Unique components of a result are apart.
-- ==
-- error: some other component

def main (n: i64): (*[]i64, *[]i64) =
  let xs = iota n
  in (xs, xs)
