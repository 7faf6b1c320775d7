-- ==
-- input { 6i64 } output { [0i64, 9i64, 8i64, 3i64, 7i64, 6i64] }
def main (n: i64) = intrinsics.flat_update_2d (iota n) 1 3 1 [[9, 8], [7, 6]]
