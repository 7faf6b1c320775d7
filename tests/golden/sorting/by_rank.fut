-- Stable: equal keys keep their order.
-- ==
-- input { [2, 1, 2, 1] } output { [1, 1, 2, 2] [1i64, 3i64, 0i64, 2i64] }
def main [n] (xs: [n]i32) =
  let rank i x =
    i64.sum (map2 (\j y -> i64.bool (y < x || (y == x && j < i))) (iota n) xs)
  let ranks = map2 rank (iota n) xs
  let order = scatter (replicate n 0) ranks (iota n)
  in (map (\i -> xs[i]) order, order)
