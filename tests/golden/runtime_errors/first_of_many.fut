-- Of several iterations that fail, the first one counts, in every tier.
-- ==
-- input { 5000i64 } error: Index \[9097\] out of bounds
def main (n: i64) =
  let xs = iota n
  in map (\i -> if i > 4096 then xs[i + n] else 0) xs
