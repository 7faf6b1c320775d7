-- A = LU: both factors in one array, in place.
-- ==
-- input { [[2.0, 1.0, 1.0], [4.0, 3.0, 3.0], [8.0, 7.0, 9.0]] } output { [[2.0, 1.0, 1.0], [2.0, 1.0, 1.0], [4.0, 3.0, 2.0]] }
def main [n] (a: *[n][n]f64) : [n][n]f64 =
  loop a for k < n do
    loop a for i in k + 1..<n do
      let f = a[i, k] / a[k, k]
      let a[i, k] = f
      in loop a for j in k + 1..<n do a with [i, j] = a[i, j] - f * a[k, j]
