-- ==
-- input { [1i64, 2i64] } output { [[1i64, 0i64], [2i64, 0i64], [2i64, 1i64]] }
def main (ns: []i64) =
  let (_, _, _, rows) = flatmap' (\n -> map (\i -> [n, i]) (iota n)) ns
  in rows
