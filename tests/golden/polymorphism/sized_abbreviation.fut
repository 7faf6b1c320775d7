-- ==
-- input { [[1, 2], [3, 4]] } output { 5 }
type matrix [n] [m] 'a = [n][m]a
def trace [n] (a: matrix [n] [n] i32) = i32.sum (map (\i -> a[i, i]) (iota n))
def main [n] (a: [n][n]i32) = trace a
