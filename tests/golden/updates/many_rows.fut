-- ==
-- input { 100000i64 } output { 300000i64 }
def main (n: i64) =
  let a = loop a = replicate n [0, 0] for i < n do a with [i] = [1, 2]
  in i64.sum (flatten a)
