-- ==
-- entry: constant table
-- input { } output { [1, 2] }
entry constant = [1, 2]
entry table : []i32 = map i32.i64 (1...2)
