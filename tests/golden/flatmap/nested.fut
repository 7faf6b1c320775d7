-- Parts of parts.
-- ==
-- input { [1i64, 3i64] } output { [0i64, 0i64, 1i64] }
def main (ns: []i64) =
  let (_, _, _, xs) = flatmap' (\n -> let (_, _, _, ys) = flatmap' iota (iota n) in ys) ns
  in xs
