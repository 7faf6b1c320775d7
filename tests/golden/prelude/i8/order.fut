-- The order of i8, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.==) xs ys

-- ==
-- entry: different
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.!=) xs ys

-- ==
-- entry: less
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [true, false, false, false, false, true, false, true] }
entry less [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [true, false, true, true, true, true, false, true] }
entry less_or_equal [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.<=) xs ys

-- ==
-- entry: greater
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [false, true, false, false, false, false, true, false] }
entry greater [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [false, true, true, true, true, false, true, false] }
entry greater_or_equal [n] (xs: [n]i8) (ys: [n]i8) : [n]bool = map2 (i8.>=) xs ys

-- ==
-- entry: greater_of
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [127i8, 127i8, 0i8, 127i8, -128i8, 1i8, 1i8, 127i8] }
entry greater_of [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 i8.max xs ys

-- ==
-- entry: lesser_of
-- input { [-128i8, 127i8, 0i8, 127i8, -128i8, -1i8, 1i8, 126i8]
--         [127i8, -128i8, 0i8, 127i8, -128i8, 1i8, -1i8, 127i8] }
-- output { [-128i8, -128i8, 0i8, 127i8, -128i8, -1i8, -1i8, 126i8] }
entry lesser_of [n] (xs: [n]i8) (ys: [n]i8) : [n]i8 = map2 i8.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 127i8 -128i8 }
entry ends = (i8.highest, i8.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]i8) }
-- output { 0i8 1i8 -128i8 127i8 }
-- input { [5i8] }
-- output { 5i8 5i8 5i8 5i8 }
-- input { [127i8, 1i8] }
-- output { -128i8 127i8 127i8 1i8 }
-- input { [-128i8, -1i8] }
-- output { 127i8 -128i8 -1i8 -128i8 }
-- input { [3i8, -2i8, 100i8, 3i8] }
-- output { 104i8 -8i8 100i8 -2i8 }
-- input { [127i8, 127i8, 127i8] }
-- output { 125i8 127i8 127i8 127i8 }
entry folds (xs: []i8) = (i8.sum xs, i8.product xs, i8.maximum xs, i8.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 92i8 81i8 127i8 -128i8 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> i8.i64 (i * 37)) (iota n)
  in (i8.sum xs, i8.product (map (i8.| 1) xs), i8.maximum xs, i8.minimum xs)
