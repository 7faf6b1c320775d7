-- The arguments of an entry point have to fit each other, and its result what it promises.
-- ==
-- entry: next
-- input { 1i64 [1, 2] }
-- output { 1i64 }
-- input { 1i64 [1, 2, 3] }
-- error: sizes_of_arguments.fut:8:22-.*The argument has an invalid size: a dimension of length 3 where 2 is due
entry next (x: i64) (_: [x + 1]i32) = x

-- ==
-- entry: same
-- input { [1, 2] [3, 4] }
-- output { 2i64 }
-- input { [1, 2] [3] }
-- error: sizes_of_arguments.fut:16:29-.*a dimension of length 1 where 2 is due, .* cannot match shape
entry same [n] (_: [n]i32) (_: [n]i32) = n
