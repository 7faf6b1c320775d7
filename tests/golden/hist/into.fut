-- reduce_by_index adds to what the bins hold.
-- ==
-- input { [10, 20] [1i64, 1i64, 0i64, 7i64] [1, 2, 3, 4] } output { [13, 23] }
def main [n] (dest: *[]i32) (is: [n]i64) (xs: [n]i32) = reduce_by_index dest (+) 0 is xs
