-- Scans with operators of one's own: the elements in lanes, the scan from one to the next.
-- ==
-- entry: segments
-- input { 10i64 4i64 } output { [0i64, 1i64, 3i64, 6i64, 4i64, 9i64, 15i64, 22i64, 8i64, 17i64] }
entry segments (n: i64) (m: i64) : [n]i64 =
  map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0)
                 (map (\i -> (i % m == 0, i)) (iota n)))

-- ==
-- entry: long
-- input { 5000i64 } output { 37482500i64 [4995i64, 9991i64, 14988i64, 19986i64, 24985i64] }
entry long (n: i64) : (i64, [5]i64) =
  let starts = map (\i -> i % 5 == 0) (iota n)
  let sums = map (.1) (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip starts (iota n)))
  in (i64.sum sums, sums[n - 5:] :> [5]i64)

-- A reduction, two scans and a map in one.
-- ==
-- entry: several
-- input { [3f64, 1f64, 2f64] }
-- output { 6f64 [3f64, 2f64, 0f64] [3f64, 1f64, 1f64] [6f64, 2f64, 4f64] }
entry several [n] (xs: [n]f64) : (f64, [n]f64, [n]f64, [n]f64) =
  let ys = map (* 1) xs
  in (f64.sum ys, scan (\a b -> a - b + 0 * a) 6 ys, scan f64.min f64.inf ys, map (* 2) ys)

-- The scan fails before the map does.
-- ==
-- entry: first_error
-- input { [8i64, 2i64, 0i64, 1i64, 9i64, 1i64, 1i64, 1i64, 1i64] } error: division by zero
-- input { [8i64, 2i64, 1i64, 1i64, 9i64, 1i64, 1i64, 1i64, 1i64] } error: Index \[9\]
-- input { [8i64, 2i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64] } output { [12i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64, 6i64] }
entry first_error [n] (xs: [n]i64) : [n]i64 =
  scan (\a b -> a / b) 100 (map (\x -> x + 0 * xs[x]) xs)
