-- Elements of rows as `a[i][j]`, and the rows as well: the same derivatives as of `a[i, j]`, and the
-- errors of what comes first.
-- ==
-- entry: same
-- input { 6i64 } output { true }
-- ==
-- entry: fails
-- input { 1i64 1i64 } output { [[0.0f64, 0.0f64], [1.0f64, 2.0f64]] }
-- input { 2i64 0i64 } error: rows_behind_elements.fut:[0-9]+:.*Index \[2\] out of bounds
-- input { 1i64 7i64 } error: rows_behind_elements.fut:[0-9]+:.*Index \[7\] out of bounds

def eliminate_chained [n] (a: [n][n]f64) : [n][n]f64 =
  loop a = copy a for k < n - 1 do
    loop a for i in k + 1..<n do
      let factor = a[i][k] / a[k][k]
      let new = map2 (\x y -> x - factor * y) a[i] a[k]
      in a with [i] = new

def eliminate [n] (a: [n][n]f64) : [n][n]f64 =
  loop a = copy a for k < n - 1 do
    loop a for i in k + 1..<n do
      let factor = a[i, k] / a[k, k]
      let new = map2 (\x y -> x - factor * y) a[i] a[k]
      in a with [i] = new

entry same (n: i64) : bool =
  let a = tabulate_2d n n (\i j -> 1 / f64.i64 (i + j + 1) + f64.bool (i == j) * 3)
  let ws = tabulate_2d n n (\i j -> f64.i64 (i * 3 % 7) - f64.i64 (j * 5 % 4))
  let close x y = f64.abs (x - y) <= 1e-12 * (1 + f64.abs x)
  in and (map2 close (flatten (vjp eliminate a ws)) (flatten (vjp eliminate_chained a ws)))

def picked (i: i64) (k: i64) (a: [2][2]f64) : f64 =
  let e = a[i][k]
  let row = a[i]
  in e + f64.sum row

entry fails (i: i64) (k: i64) = vjp (picked i k) [[1, 2], [3, 4]] 1
