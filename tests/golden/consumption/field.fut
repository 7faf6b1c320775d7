-- Consuming a component of a tuple consumes the variable.
-- ==
-- error: "pair".*consumed

def main (n: i64): i64 =
  let pair = (iota n, iota n)
  let new = pair.0 with [0] = 1
  in new[0] + pair.0[1]
