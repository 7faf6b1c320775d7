-- ==
-- input { 10000i64 } output { 1429i64 7142142i64 9996i64 }
def main (n: i64) =
  let ys = filter (\x -> x % 7 == 0) (iota n)
  in (length ys, i64.sum ys, last ys)
