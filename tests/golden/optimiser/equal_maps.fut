-- Two maps that are the same, of which each gives an array twice.
-- ==
-- entry: maps
-- input { [1i64, 2i64, 3i64] }
-- output { [1i64, 5i64, 14i64] [1i64, 4i64, 36i64] [1i64, 4i64, 9i64] [1i64, 4i64, 9i64] }
entry maps (xs: []i64) =
  let f x = let y = x * x in (y, y)
  let (a, b) = unzip (map f xs)
  let (c, d) = unzip (map f xs)
  in (scan (+) 0 b, scan (*) 1 d, a, c)

-- ==
-- entry: sums
-- input { [1i64, 2i64, 3i64] } output { 14i64 14i64 }
entry sums (xs: []i64) =
  let f x = let y = x * x in (y, y)
  let plus (a, b) (c, d) = (a + c, b + d)
  let (_, b) = reduce plus (0, 0) (map f xs)
  let (_, d) = reduce plus (0, 0) (map f xs)
  in (b, d)
