-- ==
-- input { 200000i64 } output { 100000i64 }
def main (n: i64) =
  i64.sum (loop a = replicate n 0 for i < n do if i % 2 == 0 then a with [i] = 1 else a)
