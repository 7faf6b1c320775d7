-- ==
-- input { 3i64 } output { [[0i64, 0i64], [0i64, 0i64], [0i64, 0i64]] 2i64 }
def f (n: i64) : ?[m].[n][m]i64 =
  let m = n - 1
  in replicate n (replicate m 0)
def main (n: i64) =
  let a = f n
  in (a, length a[0])
