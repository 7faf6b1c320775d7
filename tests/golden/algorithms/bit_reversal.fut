-- ==
-- input { 3i64 } output { [0i64, 4i64, 2i64, 6i64, 1i64, 5i64, 3i64, 7i64] }
def main (bits: i64) =
  map (\i -> loop r = 0 for b < bits do r | ((i >> b) & 1) << (bits - 1 - b)) (iota (1 << bits))
