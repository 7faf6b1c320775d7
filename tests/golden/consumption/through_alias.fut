-- Aliases go together.
-- ==
-- error: "whole".*consumed

def main (n: i64): i64 =
  let whole = iota n
  let part = whole[1:n]
  let new = part with [0] = 7
  in new[0] + whole[0]
