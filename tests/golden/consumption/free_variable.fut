-- A function may not consume what is outside of it.
-- ==
-- error: "xs".*not consumable

def main (n: i64): i64 =
  let xs = iota n
  let f (i: i64) = (xs with [i] = 0)[0]
  in f 1
