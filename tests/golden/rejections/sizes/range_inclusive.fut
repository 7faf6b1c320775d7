-- A range through its end has the size that the reference says, and not another that is as large.
-- ==
-- error: Expected: \[n\]i64\s+Actual:   \[\(n - 1\) \+ 1\]i64
def main (n: i64) : [n]i64 = 1...n
