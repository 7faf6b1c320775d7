-- What has been updated in place is gone.
-- ==
-- error: "before", but this was consumed

def main (n: i64): i64 =
  let before = iota n
  let after = before with [0] = 5
  in before[0] + after[0]
