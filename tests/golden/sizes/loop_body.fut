-- A loop gives its state the size that is written.
-- ==
-- error: Loop body does not have expected type.*"n" and "2"

def main (n: i64): [n]i32 =
  loop (xs: [n]i32) = replicate n 0 for _i < 3 do replicate 2 1
