-- The same with more elements than any block: what remains is the last element, or the first.
-- ==
-- input { 1i64 } output { 0i64 0i64 }
-- input { 257i64 } output { 256i64 0i64 }
-- input { 10000i64 } output { 9999i64 0i64 }
def main (n: i64) =
  let last (a, b) (c, d) = if d then (c, d) else (a, b)
  let first (a, b) (c, d) = if b then (a, b) else (c, d)
  let xs = zip (iota n) (replicate n true)
  in ((reduce last (-1, false) xs).0, (reduce first (-1, false) xs).0)
