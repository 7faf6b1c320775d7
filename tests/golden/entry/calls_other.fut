-- Entries are functions like others.
-- ==
-- entry: a b
-- input { 3 } output { 7 }
entry a (x: i32) = x * 2 + 1
entry b (x: i32) = a x
