-- ==
-- input { 2i64 } output { [7i64, 1i64] [8i64, 0i64] }
def pair (n: i64) : (*[n]i64, *[n]i64) = (iota n, replicate n 0)
def main (n: i64) =
  let (a, b) = pair n
  in (a with [0] = 7, b with [0] = 8)
