-- ==
-- input { } output { [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }
def main : [2][3]i64 = unflatten (iota 6 :> [2 * 3]i64)
