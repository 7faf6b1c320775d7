-- ==
-- input { [0, 0, 0, 0] [2i64, 0i64] [7, 8] } output { [8, 0, 7, 0] }
-- input { [1, 2, 3] [-1i64, 3i64] [7, 8] } output { [1, 2, 3] }
-- input { [1, 2, 3] empty([0]i64) empty([0]i32) } output { [1, 2, 3] }
-- input { empty([0]i32) [0i64] [7] } output { empty([0]i32) }
def main [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) = scatter dest is vs
