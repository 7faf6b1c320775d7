-- A size is bound to that of a value whose type is written nowhere else.
-- ==
-- entry: one
-- input { [1i64, 2i64] } output { 5i64 }
-- ==
-- entry: two
-- input { [[1i64, 2i64, 3i64]] } output { 1i64 3i64 }
def sum_and_length xs = let [n] (ys: [n]i64) = xs in i64.sum ys + n
entry one (xs: []i64) = sum_and_length xs
def shape xss = let [n][m] (_: [n][m]i64) = xss in (n, m)
entry two (xss: [][]i64) = shape xss
