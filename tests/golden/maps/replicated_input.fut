-- ==
-- input { 3i64 7 } output { [8, 8, 8] [[7, 7], [7, 7], [7, 7]] }
def main (n: i64) (x: i32) =
  (map (+ 1) (replicate n x), map (\y -> replicate 2 y) (replicate n x))
