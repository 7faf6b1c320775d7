-- What was called n when the type was written counts, not what is called n later.
-- ==
-- input { 2i64 } output { [0i64, 1i64] 5i64 }
def main (n: i64) =
  let xs = iota n
  let n = 5i64
  in (map (+ (n - 5)) xs, n)
