-- ==
-- input { [2i64, 1i64] } output { [0i64, 1i64, 0i64] [true, true, false] }
def main (ns: []i64) =
  let (_, _, _, xs) = flatmap' (\n -> map (\i -> (i, n > 1)) (iota n)) ns
  in unzip xs
