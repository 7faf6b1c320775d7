-- Few iterations with loops and maps in them, again and again: how they run is found out by trying, and
-- all ways give the same.
-- ==
-- entry: loops
-- input { 20i64 900i64 60i64 } output { true }
-- input { 64i64 300i64 60i64 } output { true }
-- input { 65i64 300i64 60i64 } output { true }
-- ==
-- entry: maps
-- input { 24i64 3000i64 60i64 } output { true }

-- Integers: sums that are known.
entry loops (n: i64) (m: i64) (k: i64) : bool =
  let made = loop s = 0 for t < k do
    s + i64.sum (map (\i -> loop a = t for j < m do a + i * j) (iota n))
  let pairs x = x * (x - 1) / 2
  in made == k * pairs n * pairs m + n * pairs k

entry maps (n: i64) (m: i64) (k: i64) : bool =
  let rows = loop rows = replicate n (replicate m 0) for t < k do
    map2 (\i row -> map2 (\j x -> x + (i + 1) * j + t) (iota m) row) (iota n) rows
  let expected = tabulate_2d n m (\i j -> k * (i + 1) * j + k * (k - 1) / 2)
  in and (map2 (==) (flatten rows) (flatten expected))
