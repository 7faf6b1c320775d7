-- Slices that fix dimensions are rows of what is turned, where they are in bounds; else they fail
-- as slices do.
-- ==
-- entry: products
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [[7.0, 10.0], [15.0, 22.0]] }
-- ==
-- entry: middles
-- input { [[[1, 2], [3, 4], [5, 6]]] } output { [[1], [3], [5]] [[[2], [4], [6]]] }
-- ==
-- entry: from_two
-- input { [[1, 2], [3, 4]] 1i64 } output { [4, 2] }
-- input { [[1, 2], [3, 4]] 2i64 } error: Index \[:, 2\] out of bounds for array of shape \[2\]\[2\]

entry products [n] (a: [n][n]f64) : [n][n]f64 =
  tabulate_2d n n (\i j -> f64.sum (map2 (*) a[i, :] a[:, j]))

entry middles [n] [m] [k] (a: [n][m][k]i32) : ([m][n]i32, [n][m][1]i32) =
  (tabulate m (\j -> a[:, j, 0]), map (\row -> map (\i -> row[i, k - 1:k] :> [1]i32) (iota m)) a)

entry from_two [n] (a: [n][n]i32) (j: i64) : [n]i32 = reverse a[:, j]
