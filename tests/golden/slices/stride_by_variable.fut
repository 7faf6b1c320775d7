-- ==
-- input { 2i64 } output { [0i64, 2i64, 4i64] }
-- input { -2i64 } output { [5i64, 3i64, 1i64] }
-- input { 0i64 } error: .
def main (s: i64) = (iota 6)[::s]
