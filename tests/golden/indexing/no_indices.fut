-- Brackets with nothing in them are the whole of it.
-- ==
-- entry: number
-- input { 5 } output { 1 }
-- ==
-- entry: field
-- input { 5i64 } output { 5i64 }

entry number (x: i32) = x with [] = 1
entry field (a: i64) = let r = {a} in r[].a
