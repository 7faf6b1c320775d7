-- What `rotate` gives belongs to nobody else, so it may be updated in place; its argument stays.
-- ==
-- entry: fresh
-- input { [1, 2, 3] }
-- output { [9, 3, 1] [1, 2, 3] }
-- input { [1] }
-- output { [9] [1] }
entry fresh (xs: []i32) = ((rotate 1 xs) with [0] = 9, xs)

-- Around and around, in either direction, and by the least of all numbers.
-- ==
-- entry: far
-- input { [1, 2, 3] }
-- output { [1, 2, 3] [3, 1, 2] [2, 3, 1] [2, 3, 1] [2, 3, 1] }
entry far (xs: [3]i32) =
  (rotate 0 xs, rotate (-7) xs, rotate 1000 xs, rotate i64.highest xs, rotate i64.lowest xs)

-- By rows, not within them.
-- ==
-- entry: by_rows
-- input { [[1, 2], [3, 4], [5, 6]] }
-- output { [[5, 6], [1, 2], [3, 4]] [[2, 1], [4, 3], [6, 5]] }
entry by_rows (xs: [][]i32) = (rotate (-1) xs, map (rotate 1) xs)
