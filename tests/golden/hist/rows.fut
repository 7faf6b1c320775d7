-- Bins of rows.
-- ==
-- input { [1i64, 1i64, 0i64] [[1, 2], [3, 4], [5, 6]] } output { [[5, 6], [4, 6]] }
def main [n] (is: [n]i64) (rows: [n][2]i32) = hist (map2 (+)) [0, 0] 2 is rows
