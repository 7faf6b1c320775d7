-- ==
-- entry: taken dropped
-- input { 4i64 } error: out of bounds
-- input { -1i64 } error: out of bounds
-- input { 3i64 } output { 1i64 }
entry taken (n: i64) = length (take n [1, 2, 3]) - 2
entry dropped (n: i64) = length (drop n [1, 2, 3]) + 1
