-- ==
-- input { 200000i64 } output { 200000i64 }
def main (n: i64) =
  let (a, _) = loop (a, i) = (replicate n 0, 0) while i < n do (a with [i] = 1, i + 1)
  in i64.sum a
