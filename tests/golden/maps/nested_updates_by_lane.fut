-- ==
-- input { [0i64, 1i64] } output { [[[9i64, 1i64], [0i64, 1i64]], [[0i64, 1i64], [0i64, 9i64]]] }
def main (xs: []i64) =
  map (\x -> let a = replicate 2 (iota 2) in a with [x, x] = 9) xs
