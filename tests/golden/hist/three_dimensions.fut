-- ==
-- input { 1 } output { [[[1, 1], [6, 1]]] }
def main (x: i32) =
  reduce_by_index_3d (replicate 1 (replicate 2 (replicate 2 x))) (+) 0 [(0, 1, 0), (1, 0, 0), (0, 1, 0)] [2, 9, 3]
