-- Branches of different lengths have no known one.
-- ==
-- error: branches differ: one gives \[3\]i64, another one \[n\]i64

def main (b: bool) (n: i64): [3]i64 = if b then iota 3 else iota n
