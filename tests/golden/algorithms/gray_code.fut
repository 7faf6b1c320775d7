-- Neighbours differ in one bit.
-- ==
-- input { 16i64 } output { true [0i64, 1i64, 3i64, 2i64] }
def main (n: i64) =
  let g = map (\i -> i ^ (i >> 1)) (iota n)
  in (all (== 1) (map2 (\a b -> i64.popc (a ^ b)) (init g) (tail g)), take 4 g)
