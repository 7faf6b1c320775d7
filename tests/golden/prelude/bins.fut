-- Bins and places that are met several times, never, or not there at all.

-- Each part of an index counts by itself: (0, 2) is not (1, 0).
-- ==
-- entry: in_2d
-- input { [0i64, 0i64, 1i64, 1i64, -1i64, 2i64, 0i64] [0i64, 2i64, 1i64, 1i64, 0i64, 0i64, -1i64]
--         [1, 2, 3, 4, 5, 6, 7] }
-- output { [[1, 0], [0, 7]] [[1, 9], [9, 4]] }
-- input { empty([0]i64) empty([0]i64) empty([0]i32) }
-- output { [[0, 0], [0, 0]] [[9, 9], [9, 9]] }
entry in_2d [n] (rows: [n]i64) (columns: [n]i64) (xs: [n]i32) =
  let is = zip rows columns
  in ( reduce_by_index_2d (replicate 2 (replicate 2 0)) (+) 0 is xs
     , scatter_2d (replicate 2 (replicate 2 9)) is xs
     )

-- ==
-- entry: in_3d
-- input { [0i64, 1i64, 1i64, 1i64, 2i64, -1i64] [0i64, 0i64, 0i64, 1i64, 0i64, 0i64]
--         [1i64, 0i64, 0i64, 0i64, 0i64, 2i64] [1, 2, 3, 4, 5, 6] }
-- output { [[[0, 1]], [[5, 0]]] [[[9, 1]], [[3, 9]]] }
entry in_3d [n] (is: [n]i64) (js: [n]i64) (ks: [n]i64) (xs: [n]i32) =
  let at = zip3 is js ks
  in ( reduce_by_index_3d (replicate 2 [[0, 0]]) (+) 0 at xs
     , scatter_3d (replicate 2 [[9, 9]]) at xs
     )

-- The ends of i64 are no bins either.
-- ==
-- entry: far_away
-- input { [9223372036854775807i64, -9223372036854775808i64, 1i64] [1, 2, 3] }
-- output { [0, 3] [0, 3] [0, 3] [0, 3] }
entry far_away [n] (is: [n]i64) (xs: [n]i32) =
  ( hist (+) 0 2 is xs
  , reduce_by_index [0, 0] (+) 0 is xs
  , spread 2 0 is xs
  , scatter [0, 0] is xs
  )

-- Sums in a bin wrap around; NaN spoils a sum, and gives way to a number in an extreme.
-- ==
-- entry: awkward
-- input { [0i64, 0i64, 1i64] [100i8, 100i8, -1i8] [f64.nan, 2.0, f64.inf] }
-- output { [-56i8, -1i8] [f64.nan, f64.inf, 0.0] [2.0, f64.inf, -f64.inf] }
entry awkward [n] (is: [n]i64) (xs: [n]i8) (ys: [n]f64) =
  (hist (+) 0 2 is xs, hist (+) 0 3 is ys, hist f64.max f64.lowest 3 is ys)

-- What is in the bins already takes part once; an empty bin keeps it.
-- ==
-- entry: on_top
-- input { [0i64, 2i64, 0i64] [5, 6, 7] }
-- output { [17, 20, 30] }
entry on_top [n] (is: [n]i64) (xs: [n]i32) =
  reduce_by_index [10, 20, 30] i32.max i32.lowest is (map (+ 10) xs)

-- Rows as elements.
-- ==
-- entry: of_rows
-- input { [1i64, 1i64, 5i64] [[1, 2], [3, 4], [5, 6]] }
-- output { [[0, 0], [4, 6]] [[9, 9], [3, 4]] }
entry of_rows [n] (is: [n]i64) (xs: [n][2]i32) =
  (hist (map2 (+)) [0, 0] 2 is xs, spread 2 [9, 9] is xs)

-- Later writes win, however many there are.
-- ==
-- entry: last_wins
-- input { 100000i64 }
-- output { [99990i64, 99991i64, 99992i64, 99993i64, 99994i64, 99995i64, 99996i64, 99997i64, 99998i64, 99999i64] }
entry last_wins (n: i64) = scatter (replicate 10 0) (map (% 10) (iota n)) (iota n)
