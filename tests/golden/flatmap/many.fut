-- ==
-- input { 200i64 } output { 19900i64 1313400i64 }
def main (n: i64) =
  let (_, _, _, xs) = flatmap' iota (iota n)
  in (length xs, i64.sum xs)
