-- Arrays whose sizes differ between iterations may live inside them.
-- ==
-- input { [0i64, 1i64, 4i64] } output { [0i64, 0i64, 6i64] }
def main (ns: []i64) = map (\n -> i64.sum (iota n)) ns
