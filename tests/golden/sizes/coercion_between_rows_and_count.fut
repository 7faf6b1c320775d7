-- ==
-- input { [[1, 2], [3, 4]] } output { 5 }
-- input { [[1, 2, 3], [4, 5, 6]] } error: cannot match shape of type
def trace [n] (a: [n][n]i32) = i32.sum (map (\i -> a[i, i]) (iota n))
def main [n] [m] (a: [n][m]i32) = trace (a :> [n][n]i32)
