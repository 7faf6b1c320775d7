-- ==
-- input { 200000i64 } output { 200000i64 }
def main (n: i64) =
  let r = loop r = {a = replicate n 0, k = 0} for i < n do r with a[i] = 1 with k = r.k + 1
  in i64.sum r.a
