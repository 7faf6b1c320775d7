-- Flags and offsets when some, or all, parts are empty.
-- ==
-- input { [0i64, 2i64, 0i64, 1i64, 0i64] } output { [0i64, 2i64, 0i64, 1i64, 0i64] [true, false, true] [0i64, 0i64, 2i64, 2i64, 3i64] [0i64, 1i64, 0i64] }
-- input { [0i64, 0i64] } output { [0i64, 0i64] empty([0]bool) [0i64, 0i64] empty([0]i64) }
-- input { empty([0]i64) } output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) }
def main (ns: []i64) = flatmap' iota ns
