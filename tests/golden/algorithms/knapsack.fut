-- ==
-- input { 10i64 [5i64, 4i64, 6i64, 3i64] [10, 40, 30, 50] } output { 90 }
-- input { 0i64 [1i64] [7] } output { 0 }
def main [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) =
  let best =
    loop best = replicate (capacity + 1) 0 for (w, v) in zip weights values do
      tabulate (capacity + 1) (\c -> if c < w then best[c] else i32.max best[c] (best[c - w] + v))
  in best[capacity]
