-- Rows of a map of nothing are as long as their type says, also where all iterations give the same
-- array.
-- ==
-- entry: same_rows
-- input { 0i64 5i64 [1.0, 2.0] } output { empty([0][5]f64) }
-- input { 2i64 2i64 [1.0, 2.0] } output { [[2.0, 1.0], [2.0, 1.0]] }
-- input { 2i64 5i64 [1.0, 2.0] } error: Value of shape "\[2\]" cannot match
entry same_rows [n] (k: i64) (m: i64) (x: [n]f64) : [k][m]f64 =
  map (\_ -> (rotate 1 x) :> [m]f64) (iota k)
