-- The order of i32, its ends, and what is found in arrays of it.

-- ==
-- entry: equal
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [false, false, true, true, true, false, false, false] }
entry equal [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.==) xs ys

-- ==
-- entry: different
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [true, true, false, false, false, true, true, true] }
entry different [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.!=) xs ys

-- ==
-- entry: less
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [true, false, false, false, false, true, false, true] }
entry less [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.<) xs ys

-- ==
-- entry: less_or_equal
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [true, false, true, true, true, true, false, true] }
entry less_or_equal [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.<=) xs ys

-- ==
-- entry: greater
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [false, true, false, false, false, false, true, false] }
entry greater [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.>) xs ys

-- ==
-- entry: greater_or_equal
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [false, true, true, true, true, false, true, false] }
entry greater_or_equal [n] (xs: [n]i32) (ys: [n]i32) : [n]bool = map2 (i32.>=) xs ys

-- ==
-- entry: greater_of
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [2147483647i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, 1i32, 1i32,
--           2147483647i32] }
entry greater_of [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 i32.max xs ys

-- ==
-- entry: lesser_of
-- input { [-2147483648i32, 2147483647i32, 0i32, 2147483647i32, -2147483648i32, -1i32, 1i32,
--          2147483646i32]
--         [2147483647i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, 1i32, -1i32,
--          2147483647i32] }
-- output { [-2147483648i32, -2147483648i32, 0i32, 2147483647i32, -2147483648i32, -1i32, -1i32,
--           2147483646i32] }
entry lesser_of [n] (xs: [n]i32) (ys: [n]i32) : [n]i32 = map2 i32.min xs ys

-- ==
-- entry: ends
-- input {  }
-- output { 2147483647i32 -2147483648i32 }
entry ends = (i32.highest, i32.lowest)

-- Sums and products wrap around; nothing at all has the neutral element.
-- ==
-- entry: folds
-- input { empty([0]i32) }
-- output { 0i32 1i32 -2147483648i32 2147483647i32 }
-- input { [5i32] }
-- output { 5i32 5i32 5i32 5i32 }
-- input { [2147483647i32, 1i32] }
-- output { -2147483648i32 2147483647i32 2147483647i32 1i32 }
-- input { [-2147483648i32, -1i32] }
-- output { 2147483647i32 -2147483648i32 -1i32 -2147483648i32 }
-- input { [3i32, -2i32, 100i32, 3i32] }
-- output { 104i32 -1800i32 100i32 -2i32 }
-- input { [2147483647i32, 2147483647i32, 2147483647i32] }
-- output { 2147483645i32 2147483647i32 2147483647i32 2147483647i32 }
entry folds (xs: []i32) = (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs)

-- Longer than any block.
-- ==
-- entry: folds_of_many
-- input { 1000i64 }
-- output { 18481500i32 2102007121i32 36963i32 0i32 }
entry folds_of_many (n: i64) =
  let xs = map (\i -> i32.i64 (i * 37)) (iota n)
  in (i32.sum xs, i32.product (map (i32.| 1) xs), i32.maximum xs, i32.minimum xs)
