-- Rows of which the same place is read each time, which is then a column; and what is told where there is none.

-- Read before: the place is there.
-- ==
-- entry: read_before
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 }
-- output { [6.0, 8.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 2i64 }
-- error: Index \[2, 2\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1.0, 2.0], [3.0, 4.0]] -1i64 }
-- error: Index \[-1, -1\]
entry read_before [n] (a: [n][n]f64) (p: i64) : [n]f64 =
  let x = a[p, p]
  in map (\r -> x + r[p]) a

-- Not read before: the row says so.
-- ==
-- entry: not_before
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 }
-- output { [2.0, 4.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 2i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]
-- input { empty([0][2]f64) 2i64 }
-- output { empty([0]f64) }
entry not_before [n][m] (a: [n][m]f64) (p: i64) : [n]f64 = map (\r -> r[p]) a

-- Read where it may not come to.
-- ==
-- entry: in_a_branch
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 true }
-- output { [6.0, 8.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 5i64 false }
-- output { [0.0, 0.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 5i64 true }
-- error: Index \[5, 5\]
entry in_a_branch [n] (a: [n][n]f64) (p: i64) (there: bool) : [n]f64 =
  if there then let x = a[p, p] in map (\r -> x + r[p]) a else replicate n 0

-- ==
-- entry: in_no_iteration
-- input { [[1.0, 2.0], [3.0, 4.0]] 5i64 0i64 }
-- output { [0.0, 0.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 2i64 }
-- output { [12.0, 16.0] }
entry in_no_iteration [n] (a: [n][n]f64) (p: i64) (k: i64) : [n]f64 =
  loop s = replicate n 0 for _i < k do
    let x = a[p, p]
    in map2 (\s r -> s + x + r[p]) s a

-- Read behind it, or in the very row.
-- ==
-- entry: behind
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 }
-- output { [2.0, 4.0] 4.0 }
-- input { [[1.0, 2.0], [3.0, 4.0]] 2i64 }
-- error: Index \[2\] out of bounds for array of shape \[2\]
entry behind [n] (a: [n][n]f64) (p: i64) : ([n]f64, f64) =
  let y = map (\r -> r[p]) a
  in (y, a[p, p])

-- ==
-- entry: in_the_row
-- input { [[1.0, 2.0], [3.0, 4.0]] 1i64 }
-- output { [4.0, 8.0] }
-- input { [[1.0, 2.0], [3.0, 4.0]] 2i64 }
-- error: Index \[2\]
-- input { empty([0][2]f64) 2i64 }
-- output { empty([0]f64) }
entry in_the_row [n][m] (a: [n][m]f64) (p: i64) : [n]f64 =
  map (\r -> let x = r[p] in x + (if x > 0 then r[p] else 0)) a

-- Of an array of three dimensions, two of them.
-- ==
-- entry: planes
-- input { 3i64 1i64 2i64 }
-- output { [[10i64, 12i64, 14i64], [28i64, 30i64, 32i64], [46i64, 48i64, 50i64]] }
entry planes (n: i64) (p: i64) (q: i64) : [n][n]i64 =
  let a = unflatten_3d (iota (n * n * n))
  let x = a[p, q, p] + a[q, p, q]
  in map (\m -> map (\k -> m[p, k] + m[q, k] + x - x) (iota n)) a |> map (map (+ 1))
