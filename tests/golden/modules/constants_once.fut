-- A constant that many use is one value.
-- ==
-- input { 3i64 } output { [0i64, 1i64, 4i64] 5i64 }
module m = { def squares = map (\i -> i * i) (iota 3) def total = i64.sum squares }
def main (n: i64) = (map (\i -> m.squares[i]) (iota n), m.total)
