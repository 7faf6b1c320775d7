-- Reductions of maps, with one or several results.
-- ==
-- input { [1.0, 2.0, 3.0] [4.0, 5.0, 6.0] } output { 32.0 6.0 }
def main [n] (xs: [n]f64) (ys: [n]f64) =
  let dot = f64.sum (map2 (*) xs ys)
  in (dot, reduce (\a b -> f64.max a b) (-f64.inf) ys)
