-- ==
-- input { 2i64 } output { [[[0, 0], [0, 9]], [[4, 0], [0, 0]]] }
def main (n: i64) =
  scatter_3d (replicate n (replicate 2 (replicate 2 0))) [(0, 1, 1), (1, 0, 0), (0, 0, 2)] [9, 4, 1]
