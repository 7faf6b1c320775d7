-- Every iteration may slice elsewhere, as long as all slices have one size.
-- ==
-- input { [1, 2, 3, 4, 5] } output { [[1, 2], [2, 3], [3, 4], [4, 5]] }
def main [n] (xs: [n]i32) : [4][2]i32 = tabulate 4 (\i -> xs[i:i+2] :> [2]i32)
