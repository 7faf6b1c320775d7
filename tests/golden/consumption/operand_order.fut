-- Operands are evaluated from left to right.
-- ==
-- error: "xs".*consumed

def clear (xs: *[]i32): i32 = xs[0]
def main (n: i64): i32 =
  let xs = replicate n 3i32
  in clear xs + xs[0]
