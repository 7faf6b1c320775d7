-- Reading the array while it is being built.
-- ==
-- input { 10i64 } output { [1i64, 1i64, 2i64, 3i64, 5i64, 8i64, 13i64, 21i64, 34i64, 55i64] }
def main (n: i64) : [n]i64 =
  loop a = replicate n 1 for i < n - 2 do a with [i + 2] = a[i] + a[i + 1]
