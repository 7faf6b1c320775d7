-- ==
-- input { 4i64 } output { [0i64, 1i64, 3i64, 6i64] 6i64 }
def main (n: i64) =
  loop (a, s) = (replicate n 0, 0) for i < n do (a with [i] = s + i, s + i)
