-- ==
-- input { empty([0]i32) empty([2][0]f32) empty([0][3][0]bool) } output { 0i64 2i64 0i64 0i64 3i64 0i64 }
def main [a] [b] [c] [d] [e] [f] (_: [a]i32) (_: [b][c]f32) (_: [d][e][f]bool) = (a, b, c, d, e, f)
