-- The body takes two sizes of the state to be one: they are one in the result as well.
-- ==
-- entry: grown
-- input { 2i64 [[1, 2], [3, 4]] } output { 4i64 40 }
-- input { 0i64 [[1, 2], [3, 4]] } output { 2i64 10 }

def double [n] (a: [n][n]i32) : [n + n][n + n]i32 =
  tabulate_2d (n + n) (n + n) (\i j -> a[i / 2, j / 2])

def trace [n] (a: [n][n]i32) = (n, i32.sum (flatten a))

entry grown (steps: i64) (a: [2][2]i32) =
  let (_, z) = loop (m, z) = (2, a) for _k < steps / 2 do (m + m, double z :> [m + m][m + m]i32)
  in trace z
