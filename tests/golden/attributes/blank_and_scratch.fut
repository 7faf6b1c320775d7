-- ==
-- input { [0i64, 1i64, 2i64] [5, 6, 7] } output { [5, 6, 7] 18i64 }

def main [n] (is: [n]i64) (vs: [n]i32) =
  ( scatter (#[blank] copy vs) is (map i32.i64 (map (+ 5) is))
  , length (#[scratch] replicate (2 * 3 * 3) vs) )
