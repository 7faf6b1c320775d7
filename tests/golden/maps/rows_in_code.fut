-- Maps that give rows they make: by loops, of numbers, of rows, beside sums and numbers; of no
-- elements; and of a length that is not the one expected.
-- ==
-- entry: by_loops
-- input { 3i64 4i64 } output { [[0.0, 1.0, 2.0, 5.0], [1.0, 1.0, 2.0, 5.0], [2.0, 1.0, 2.0, 5.0]] }
-- input { 3i64 0i64 } output { [empty([0]f64), empty([0]f64), empty([0]f64)] }
-- input { 0i64 3i64 } output { empty([0][3]f64) }

-- ==
-- entry: of_rows
-- input { 700i64 } output { 80734500f64 244650i64 }

-- ==
-- entry: of_numbers
-- input { 600i64 } output { [[0i64, 599, 300], [1i64, 598, 299], [2i64, 597, 299]] 179700i64 }

-- ==
-- entry: coerced
-- input { 2i64 [2i64, 2i64, 2i64] } output { [[0i64, 1i64], [0i64, 1i64], [0i64, 1i64]] }
-- input { 2i64 [2i64, 3i64, 2i64] } error: iteration 1

def walk (n: i64) (x: f64) : [n]f64 =
  loop a = replicate n x for i < n - 1 do a with [i + 1] = a[i] * f64.i64 i + 1

entry by_loops (m: i64) (n: i64) = map (\i -> walk n (f64.i64 i)) (iota m)

entry of_rows (n: i64) : (f64, i64) =
  let (tables, counts) =
    unzip (map (\i -> (tabulate_2d 3 5 (\j k -> f64.i64 (i * j * k)), i)) (iota n))
  in (f64.sum (map f64.sum (map flatten tables)) * 11, i64.sum counts)

entry of_numbers (n: i64) : ([3][3]i64, i64) =
  let (rows, sums) = unzip (map (\i -> ([i, n - 1 - i, (n - i) / 2], i)) (iota n))
  in (take 3 rows, i64.sum sums)

entry coerced (k: i64) (ns: []i64) : [][k]i64 = map (\n -> iota n :> [k]i64) ns
