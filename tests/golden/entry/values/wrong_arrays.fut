-- Rows of one length, elements of one type.
-- ==
-- entry: rows
-- input { [[1, 2], [3]] } error: .
-- input { [[1], 2] } error: .
-- input { [1, 2] } error: .
-- input { [[1, 2], [3, 4]] } output { 2i64 }
entry rows (a: [][]i32) = length a

-- ==
-- entry: elements
-- input { [1, 2.0] } error: .
-- input { [1, true] } error: .
-- input { [1, 2i64] } error: .
-- input { [1 2] } error: .
-- input { [1, 2 } error: .
-- input { [1, 2] } output { 2i64 }
entry elements (a: []i32) = length a
