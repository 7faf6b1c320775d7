-- Rows long enough, or few enough, for lanes to go along them.
-- ==
-- tags { threads }
-- entry: neighbours
-- input { 3i64 300i64 } output { 535804i64 }
-- input { 5i64 70i64 } output { 142392i64 }
-- input { 70i64 5i64 } output { 142392i64 }

entry neighbours (n: i64) (m: i64) : i64 =
  let g = tabulate_2d n m (\i j -> if n < m then i * m + j else j * n + i)
  in i64.sum (flatten (tabulate_2d n m (\i j ->
       if i == 0 || j == 0 || i == n - 1 || j == m - 1
       then 0
       else g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1])))

-- ==
-- entry: steps
-- input { 9i64 300i64 } output { -2691i64 -10i64 }
entry steps (n: i64) (m: i64) : (i64, i64) =
  let rows = map (\i -> map (+ i) (iota m)) (iota n)
  let differences = map (\row -> map2 (-) (rotate 1 row) row) rows
  let falls = map (\row -> map2 (\x y -> i64.min (x - y) (-10)) (reverse (reverse row)) row) rows
  in (i64.sum (map (\row -> row[m - 1]) differences), falls[n - 1, m / 2])

-- What does not depend on the column is the same in all lanes.
-- ==
-- entry: columns
-- input { [3i64, 5i64] 80i64 } output { 640i64 [5i64, 79i64, 395i64] }
entry columns [n] (xs: [n]i64) (m: i64) : (i64, [3]i64) =
  let same = map (\x -> map (const x) (iota m)) xs
  let triples = map (\x -> map (\j -> [x, j, x * j]) (iota m)) xs
  in (i64.sum (flatten same), triples[n - 1, m - 1])

-- Rows of one element.
-- ==
-- entry: thin
-- input { 5i64 70i64 } output { 61075i64 true }
entry thin (n: i64) (m: i64) : (i64, bool) =
  let a = tabulate_3d n m 1 (\i j _ -> i * m + j)
  let b = map (\xs -> map (\x -> copy x) xs) a
  let c = map (\xs -> map (\x -> map (+ 1) x) xs) b
  in (i64.sum (flatten_3d b), c[n - 1, m - 1, 0] == n * m)

-- Lanes that leave loops at different times.
-- ==
-- entry: halvings
-- input { 4i64 256i64 } output { 9217i64 }
entry halvings (n: i64) (m: i64) : i64 =
  let steps i j = (loop (x, k) = (i * m + j, 0) while x > 0 do (x / 2, k + 1)).1
  in i64.sum (flatten (tabulate_2d n m steps))

-- ==
-- entry: outside
-- input { 2i64 70i64 100i64 } error: Index \[100\] out of bounds for array of shape \[100\]
-- input { 2i64 70i64 140i64 } output { 9730i64 }
-- input { 3i64 70i64 75i64 } error: Index \[75\] out of bounds for array of shape \[75\]
entry outside (n: i64) (m: i64) (k: i64) : i64 =
  let xs = iota k
  in i64.sum (flatten (map (\i -> map (\j -> xs[i * m + j]) (iota m)) (iota n)))
