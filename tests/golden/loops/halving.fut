-- Sums by pairs until one is left.
-- ==
-- input { 8i64 } output { 28i64 }
-- input { 7i64 } output { 21i64 }
-- input { 1i64 } output { 0i64 }
def main (n: i64) =
  let xs = loop (xs: []i64) = iota n while length xs > 1 do
    let m = length xs / 2
    let rest = xs[2 * m:]
    in map2 (+) (xs[:m] :> [m]i64) (xs[m:2 * m] :> [m]i64) ++ rest
  in xs[0]
