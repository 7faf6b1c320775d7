-- ==
-- input { [0i64, 1i64] [5] } error: .
-- input { [0i64] [5] } output { [5, 0] }
def main [n] [m] (is: [n]i64) (vs: [m]i32) = scatter [0, 0] is (vs :> [n]i32)
