-- The initial value of a consuming loop is gone inside.
-- ==
-- error: consumed by the initial loop argument

def main (n: i64): []i64 =
  let start = iota n
  in loop xs = start for i < n do xs with [i] = start[i] + 1
