-- Whole rows are written.
-- ==
-- input { [[1, 2], [3, 4], [5, 6]] [2i64, 5i64] [[7, 8], [9, 9]] } output { [[1, 2], [3, 4], [7, 8]] }
def main (dest: *[3][2]i32) (is: [2]i64) (rows: [2][2]i32) = scatter dest is rows
