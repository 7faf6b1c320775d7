-- A row taken from one version of an array, when the array goes on changing.
-- ==
-- input { 3i64 } output { [[0i64, 0i64], [0i64, 1i64], [0i64, 2i64]] [0i64, 0i64] }
def main (n: i64) =
  let a = replicate n (replicate 2 0)
  let first = copy a[0]
  let a = loop a for i < n do a with [i] = [0, i]
  in (a, first)
