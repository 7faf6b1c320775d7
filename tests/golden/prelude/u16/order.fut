-- The order of u16, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.==) xs ys

-- ==
-- entry: different
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.!=) xs ys

-- ==
-- entry: less
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [true, false, false, false, false, false, true, true] }
entry less [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [true, false, true, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.<=) xs ys

-- ==
-- entry: greater
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [false, true, false, false, false, true, false, false] }
entry greater [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [false, true, true, true, true, true, false, false] }
entry greater_or_equal [n] (xs: [n]u16) (ys: [n]u16) : [n]bool = map2 (u16.>=) xs ys

-- ==
-- entry: greater_of
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [65535u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 65535u16, 65535u16] }
entry greater_of [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 u16.max xs ys

-- ==
-- entry: lesser_of
-- input { [0u16, 65535u16, 0u16, 65535u16, 0u16, 65535u16, 1u16, 65534u16]
--         [65535u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 65535u16, 65535u16] }
-- output { [0u16, 0u16, 0u16, 65535u16, 0u16, 1u16, 1u16, 65534u16] }
entry lesser_of [n] (xs: [n]u16) (ys: [n]u16) : [n]u16 = map2 u16.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 65535u16 0u16 }
entry ends = (u16.highest, u16.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]u16) }
-- output { 0u16 1u16 0u16 65535u16 }
-- input { [5u16] }
-- output { 5u16 5u16 5u16 5u16 }
-- input { [65535u16, 1u16] }
-- output { 0u16 65535u16 65535u16 1u16 }
-- input { [0u16, 65535u16] }
-- output { 65535u16 0u16 65535u16 0u16 }
-- input { [3u16, 65534u16, 100u16, 3u16] }
-- output { 104u16 63736u16 65534u16 3u16 }
-- input { [65535u16, 65535u16, 65535u16] }
-- output { 65533u16 65535u16 65535u16 65535u16 }
entry folds (xs: []u16) = (u16.sum xs, u16.product xs, u16.maximum xs, u16.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 348u16 5457u16 36963u16 0u16 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> u16.i64 (i * 37)) (iota n)
  in (u16.sum xs, u16.product (map (u16.| 1) xs), u16.maximum xs, u16.minimum xs)
