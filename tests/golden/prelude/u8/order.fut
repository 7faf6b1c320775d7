-- The order of u8, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.==) xs ys

-- ==
-- entry: different
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.!=) xs ys

-- ==
-- entry: less
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [true, false, false, false, false, false, true, true] }
entry less [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [true, false, true, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.<=) xs ys

-- ==
-- entry: greater
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [false, true, false, false, false, true, false, false] }
entry greater [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [false, true, true, true, true, true, false, false] }
entry greater_or_equal [n] (xs: [n]u8) (ys: [n]u8) : [n]bool = map2 (u8.>=) xs ys

-- ==
-- entry: greater_of
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [255u8, 255u8, 0u8, 255u8, 0u8, 255u8, 255u8, 255u8] }
entry greater_of [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 u8.max xs ys

-- ==
-- entry: lesser_of
-- input { [0u8, 255u8, 0u8, 255u8, 0u8, 255u8, 1u8, 254u8]
--         [255u8, 0u8, 0u8, 255u8, 0u8, 1u8, 255u8, 255u8] }
-- output { [0u8, 0u8, 0u8, 255u8, 0u8, 1u8, 1u8, 254u8] }
entry lesser_of [n] (xs: [n]u8) (ys: [n]u8) : [n]u8 = map2 u8.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 255u8 0u8 }
entry ends = (u8.highest, u8.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]u8) }
-- output { 0u8 1u8 0u8 255u8 }
-- input { [5u8] }
-- output { 5u8 5u8 5u8 5u8 }
-- input { [255u8, 1u8] }
-- output { 0u8 255u8 255u8 1u8 }
-- input { [0u8, 255u8] }
-- output { 255u8 0u8 255u8 0u8 }
-- input { [3u8, 254u8, 100u8, 3u8] }
-- output { 104u8 248u8 254u8 3u8 }
-- input { [255u8, 255u8, 255u8] }
-- output { 253u8 255u8 255u8 255u8 }
entry folds (xs: []u8) = (u8.sum xs, u8.product xs, u8.maximum xs, u8.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 92u8 81u8 255u8 0u8 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> u8.i64 (i * 37)) (iota n)
  in (u8.sum xs, u8.product (map (u8.| 1) xs), u8.maximum xs, u8.minimum xs)
