-- An array of nothing still has a length.
-- ==
-- input { 5i64 } output { 5i64 }
def main (n: i64) =
  let us = replicate n ()
  in length us
