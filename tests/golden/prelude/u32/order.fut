-- The order of u32, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.==) xs ys

-- ==
-- entry: different
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.!=) xs ys

-- ==
-- entry: less
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [true, false, false, false, false, false, true, true] }
entry less [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [true, false, true, true, true, false, true, true] }
entry less_or_equal [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.<=) xs ys

-- ==
-- entry: greater
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [false, true, false, false, false, true, false, false] }
entry greater [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [false, true, true, true, true, true, false, false] }
entry greater_or_equal [n] (xs: [n]u32) (ys: [n]u32) : [n]bool = map2 (u32.>=) xs ys

-- ==
-- entry: greater_of
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [4294967295u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 4294967295u32,
--           4294967295u32] }
entry greater_of [n] (xs: [n]u32) (ys: [n]u32) : [n]u32 = map2 u32.max xs ys

-- ==
-- entry: lesser_of
-- input { [0u32, 4294967295u32, 0u32, 4294967295u32, 0u32, 4294967295u32, 1u32, 4294967294u32]
--         [4294967295u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 4294967295u32, 4294967295u32] }
-- output { [0u32, 0u32, 0u32, 4294967295u32, 0u32, 1u32, 1u32, 4294967294u32] }
entry lesser_of [n] (xs: [n]u32) (ys: [n]u32) : [n]u32 = map2 u32.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 4294967295u32 0u32 }
entry ends = (u32.highest, u32.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]u32) }
-- output { 0u32 1u32 0u32 4294967295u32 }
-- input { [5u32] }
-- output { 5u32 5u32 5u32 5u32 }
-- input { [4294967295u32, 1u32] }
-- output { 0u32 4294967295u32 4294967295u32 1u32 }
-- input { [0u32, 4294967295u32] }
-- output { 4294967295u32 0u32 4294967295u32 0u32 }
-- input { [3u32, 4294967294u32, 100u32, 3u32] }
-- output { 104u32 4294965496u32 4294967294u32 3u32 }
-- input { [4294967295u32, 4294967295u32, 4294967295u32] }
-- output { 4294967293u32 4294967295u32 4294967295u32 4294967295u32 }
entry folds (xs: []u32) = (u32.sum xs, u32.product xs, u32.maximum xs, u32.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 18481500u32 2102007121u32 36963u32 0u32 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> u32.i64 (i * 37)) (iota n)
  in (u32.sum xs, u32.product (map (u32.| 1) xs), u32.maximum xs, u32.minimum xs)
