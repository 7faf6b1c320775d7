-- Arrays of several megabytes in memory, reduced by one primitive: in groups of blocks, which are
-- shared among threads.
-- ==
-- tags { threads }
-- entry: sums
-- input { 1300000i64 } output { 844999350000i64 f64.nan }
-- input { 600001i64 } output { 180000300000i64 180000300000f64 }
entry sums (n: i64) =
  let xs = manifest (iota n)
  let ys = manifest (map (\i -> if i == 1299999 then f64.nan else f64.i64 i) xs)
  in (i64.sum xs, f64.sum ys)

-- ==
-- entry: extremes
-- input { 1300000i64 } output { 1299998i64 0u8 true }
entry extremes (n: i64) =
  let xs = manifest (map (\i -> i * 7 % n) (iota n))
  let bytes = manifest (map (\i -> u8.i64 (i % 251)) xs)
  in (i64.maximum (map (\x -> x ^ 1) xs) - 1, u8.minimum bytes, or (map (== 3) xs))
