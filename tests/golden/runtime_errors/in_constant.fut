-- A constant that fails, fails when it is used.
-- ==
-- entry: uses
-- input { 0i64 } error: Index \[9\] out of bounds for array of shape \[3\]

-- ==
-- entry: does_not
-- input { 1i64 } output { 1i64 }
def broken = (iota 3)[9]
entry uses (x: i64) = x + broken
entry does_not (x: i64) = x
