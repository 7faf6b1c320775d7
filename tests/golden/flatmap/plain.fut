-- Every element becomes an array; all are joined.
-- ==
-- input { [2i64, 0i64, 3i64] } output { [0i64, 1i64, 0i64, 1i64, 2i64] }
-- input { [0i64, 0i64] } output { empty([0]i64) }
-- input { empty([0]i64) } output { empty([0]i64) }
def main (ns: []i64) =
  let (_, _, _, elements) = flatmap' iota ns
  in elements
