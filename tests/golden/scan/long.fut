-- ==
-- input { 10000i64 } output { 0i64 49995000i64 9999i64 true }
def main (n: i64) =
  let s = scan (+) 0 (iota n)
  let t = scan (+) 0 (replicate n 1)
  in (s[0], s[n - 1], t[n - 2], and (map2 (\x i -> x == i + 1) t (iota n)))
