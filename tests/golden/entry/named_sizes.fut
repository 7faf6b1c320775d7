-- ==
-- input { [[1, 2], [3, 4], [5, 6]] } output { 3i64 2i64 }
entry main [n] [m] (_: [n][m]i32) = (n, m)
