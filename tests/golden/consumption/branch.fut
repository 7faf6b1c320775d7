-- A branch that consumes is enough.
-- ==
-- error: "xs".*consumed

def main (n: i64) (b: bool): i64 =
  let xs = iota n
  let ys = if b then xs with [0] = 1 else replicate n 0
  in ys[0] + xs[0]
