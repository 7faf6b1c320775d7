-- ==
-- input { 200000i64 } output { 199999i64 200000 }
def main (n: i64) =
  let (a, k) = loop (a, k) = (replicate n 0, 0) for i < n do (a with [i] = i, k + 1)
  in (a[n - 1], k)
