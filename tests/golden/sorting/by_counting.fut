-- ==
-- input { [2i64, 0i64, 2i64, 1i64] } output { [0i64, 1i64, 2i64, 2i64] }
def main [n] (xs: [n]i64) : []i64 =
  let counts = hist (+) 0 3 xs (replicate n 1)
  let (_, _, _, sorted) = flatmap' (\(k, c) -> replicate c k) (zip (iota 3) counts)
  in sorted
