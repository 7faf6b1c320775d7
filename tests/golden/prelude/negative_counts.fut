-- A negative number of elements is an error.
-- ==
-- entry: of_iota of_replicate of_tabulate of_2d
-- input { -1i64 } error: .
-- input { 0i64 } output { 0i64 }
entry of_iota (n: i64) = length (iota n)
entry of_replicate (n: i64) = length (replicate n true)
entry of_tabulate (n: i64) = length (tabulate n (+ 1))
entry of_2d (n: i64) = length (flatten (tabulate_2d n 3 (\i j -> i + j)))
