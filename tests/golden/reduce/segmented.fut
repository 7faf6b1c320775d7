-- Row by row, for rows of every length of interest.
-- ==
-- input { 3i64 0i64 } output { 0i64 [0i64, 0i64, 0i64] }
-- input { 3i64 2i64 } output { 15i64 [1i64, 5i64, 9i64] }
-- input { 2i64 1000i64 } output { 1999000i64 [499500i64, 1499500i64] }
def main (n: i64) (m: i64) =
  let rows = map (i64.sum) (unflatten (iota (n * m)))
  in (i64.sum rows, rows)
