-- Elements that nobody needs, of rows of arrays: what is out of bounds is an error all the same, and
-- the first one is told.

-- ==
-- entry: by_remainders
-- input { [[1.0, 2.0], [3.0, 4.0]] 2i64 } output { 2.0 }
-- input { [[1.0, 2.0], [3.0, 4.0]] 3i64 } error: Index \[2\] out of bounds
entry by_remainders (q: [2][2]f64) (k: i64) : f64 = loop s = 0 for t < k do let _z = q[t % 3][t % 2] in s + 1

-- ==
-- entry: by_parameter
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 } output { 1.0 }
-- input { [[1.0, 2.0], [3.0, 4.0]] 3i64 } error: Index \[3\] out of bounds
entry by_parameter (q: [2][2]f64) (k: i64) : f64 = loop s = 0 for t < k do let _z = q[k][t % 2] in s + 1

-- ==
-- entry: by_constant
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 } output { 1i64 }
-- input { [[1.0, 2.0], [3.0, 4.0]] 9i64 } error: Index \[9\] out of bounds
entry by_constant (q: [2][2]f64) (k: i64) : i64 = let _z = q[k][0] in k

-- ==
-- entry: first_error
-- input { [[1.0, 2.0], [3.0, 4.0]] 3i64 } error: Index \[3\] out of bounds
entry first_error (q: [2][2]f64) (k: i64) : i64 =
  (loop (s, u) = (0, 0) for t < k do (s + 10 / (t - 1), u * 0.5 + q[k][t % 2])).0

-- A fold of a negative number of numbers that no iteration of the loop needs.
-- ==
-- entry: negative
-- input { 0i64 } output { [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] }
-- input { 1i64 } error: Range 0..1..<-1 is invalid
entry negative (k: i64) : [9]f64 = map (\i -> loop s = 0 for _t < k do s + f64.sum (replicate (7 - i) 0.5)) (iota 9)
