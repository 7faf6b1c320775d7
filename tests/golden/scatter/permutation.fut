-- A permutation and its inverse.
-- ==
-- input { [3i64, 0i64, 2i64, 1i64] } output { [1i64, 3i64, 2i64, 0i64] true }
def main [n] (p: [n]i64) =
  let inverse = scatter (replicate n 0) p (iota n)
  in (inverse, map (\i -> p[i]) inverse == iota n)
