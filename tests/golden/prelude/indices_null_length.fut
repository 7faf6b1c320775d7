-- ==
-- input { [5, 6] } output { [0i64, 1i64] false 2i64 }
-- input { empty([0]i32) } output { empty([0]i64) true 0i64 }
def main (xs: []i32) = (indices xs, null xs, length xs)
