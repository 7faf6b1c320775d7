-- Maps of maps over long rows run along the rows: what the inner map reads is there as long as it
-- does, however many arrays are made for it.

-- An array in memory, that nothing is fused with.
def counted (n: i64) (m: i64) : [n][m]i64 = unflatten (scan (+) 0 (replicate (n * m) 1))

-- ==
-- entry: two
-- input { 1i64 63i64 } output { true }
-- input { 2i64 64i64 } output { true }
-- input { 3i64 5000i64 } output { true }
entry two (n: i64) (m: i64) : bool =
  let u = counted n m
  let v = map2 (map2 (\a b -> a + 1000000 * b)) (map (rotate 1) u) (map (rotate 2) u)
  in and (tabulate_2d n m (\i j -> v[i, j] == u[i, (j + 1) % m] + 1000000 * u[i, (j + 2) % m])
          |> flatten)

-- ==
-- entry: four
-- input { 3i64 1000i64 2i64 } output { true }
entry four (n: i64) (m: i64) (steps: i64) : bool =
  let start = counted n m
  let around u = map4 (map4 (\a b c d -> a + 3 * b + 5 * c + 7 * d))
                      (map (rotate 1) u) (map (rotate (-1)) u)
                      (map reverse u) (map (map (+ 1)) u)
  let by_index u = tabulate_2d n m (\i j -> u[i, (j + 1) % m] + 3 * u[i, (j - 1) % m]
                                            + 5 * u[i, m - 1 - j] + 7 * (u[i, j] + 1))
  let v = loop u = start for _k < steps do around u
  let w = loop u = start for _k < steps do by_index u
  in and (map2 (==) (flatten v) (flatten w))
