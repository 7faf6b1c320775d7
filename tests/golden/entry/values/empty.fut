-- An empty array says what it lacks: all of its lengths, one of them zero, and its type.
-- ==
-- input { empty([0][3]i32) } output { 0i64 3i64 }
-- input { empty([2][0]i32) } output { 2i64 0i64 }
-- input { empty([2][3]i32) } error: .
-- input { empty([0]i32) } error: .
-- input { empty([0][3]i64) } error: .
-- input { empty([][3]i32) } error: .
entry main [n] [m] (_: [n][m]i32) = (n, m)
