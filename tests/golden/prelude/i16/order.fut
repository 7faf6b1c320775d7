-- The order of i16, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.==) xs ys

-- ==
-- entry: different
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.!=) xs ys

-- ==
-- entry: less
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [true, false, false, false, false, true, false, true] }
entry less [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [true, false, true, true, true, true, false, true] }
entry less_or_equal [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.<=) xs ys

-- ==
-- entry: greater
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [false, true, false, false, false, false, true, false] }
entry greater [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [false, true, true, true, true, false, true, false] }
entry greater_or_equal [n] (xs: [n]i16) (ys: [n]i16) : [n]bool = map2 (i16.>=) xs ys

-- ==
-- entry: greater_of
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [32767i16, 32767i16, 0i16, 32767i16, -32768i16, 1i16, 1i16, 32767i16] }
entry greater_of [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 i16.max xs ys

-- ==
-- entry: lesser_of
-- input { [-32768i16, 32767i16, 0i16, 32767i16, -32768i16, -1i16, 1i16, 32766i16]
--         [32767i16, -32768i16, 0i16, 32767i16, -32768i16, 1i16, -1i16, 32767i16] }
-- output { [-32768i16, -32768i16, 0i16, 32767i16, -32768i16, -1i16, -1i16, 32766i16] }
entry lesser_of [n] (xs: [n]i16) (ys: [n]i16) : [n]i16 = map2 i16.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 32767i16 -32768i16 }
entry ends = (i16.highest, i16.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]i16) }
-- output { 0i16 1i16 -32768i16 32767i16 }
-- input { [5i16] }
-- output { 5i16 5i16 5i16 5i16 }
-- input { [32767i16, 1i16] }
-- output { -32768i16 32767i16 32767i16 1i16 }
-- input { [-32768i16, -1i16] }
-- output { 32767i16 -32768i16 -1i16 -32768i16 }
-- input { [3i16, -2i16, 100i16, 3i16] }
-- output { 104i16 -1800i16 100i16 -2i16 }
-- input { [32767i16, 32767i16, 32767i16] }
-- output { 32765i16 32767i16 32767i16 32767i16 }
entry folds (xs: []i16) = (i16.sum xs, i16.product xs, i16.maximum xs, i16.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 348i16 5457i16 32745i16 -32754i16 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> i16.i64 (i * 37)) (iota n)
  in (i16.sum xs, i16.product (map (i16.| 1) xs), i16.maximum xs, i16.minimum xs)
