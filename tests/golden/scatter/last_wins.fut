-- Of several values for one place, the last one stays.
-- ==
-- input { [0i64, 1i64, 0i64] [1, 2, 3] } output { [3, 2] }
def main [n] (is: [n]i64) (vs: [n]i32) = scatter [0, 0] is vs
