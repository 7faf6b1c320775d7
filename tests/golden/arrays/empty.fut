-- An empty literal takes its type from its use, rows and all.
-- ==
-- input { } output { empty([0]i32) empty([0][3]f32) 0i64 }
def main : ([0]i32, [0][3]f32, i64) = ([], [], length ([] : [0]bool))
