-- ==
-- input { 300i64 } output { 90000i64 }
def main (n: i64) =
  let a = replicate (n * n) 0
  in i64.sum (loop a for i < n do loop a for j < n do a with [i * n + j] = 1)
