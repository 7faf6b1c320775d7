-- More than any tile or block holds.
-- ==
-- input { 100000i64 } output { 333328333350000i64 0i64 9999800001i64 }
-- input { 1024i64 } output { 357389824i64 0i64 1046529i64 }
-- input { 1025i64 } output { 358438400i64 0i64 1048576i64 }
def main (n: i64) =
  let squares = map (\x -> x * x) (iota n)
  in (reduce (+) 0 squares, squares[0], squares[n - 1])
