-- A hole may stand for something that has functions in it.
-- ==
-- entry: pair sum
-- input { 1i64 } error: Reached hole

entry pair (x: i64) = let (f, y) : (i64 -> i64, i64) = ??? in f y + x
entry sum (x: i64) : i64 = match (??? : #a (i64 -> i64) | #b) case #a f -> f x case #b -> 2
