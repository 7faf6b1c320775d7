-- Parts of arrays: rows, empty parts at the ends and in the middle, and parts by index.

-- ==
-- entry: rows
-- input { [0i64, 2i64, 0i64, 1i64, 0i64] }
-- output { [0i64, 2i64, 0i64, 1i64, 0i64] [true, false, true] [0i64, 0i64, 2i64, 2i64, 3i64]
--          [[1i64, 0i64], [1i64, 1i64], [3i64, 0i64]] [0i64, -1i64, -2i64, -3i64, -4i64] }
entry rows [n] (xs: [n]i64) =
  flatmap (\(i, x) -> (map (\j -> [i, j]) (iota x), -i)) (zip (indices xs) xs)

-- ==
-- entry: one_part
-- input { [3i64] }
-- output { [3i64] [true, false, false] [0i64] [0i64, 1i64, 2i64] }
-- input { [0i64] }
-- output { [0i64] empty([0]bool) [0i64] empty([0]i64) }
entry one_part (xs: []i64) = flatmap' iota xs

-- Each part from its place in the joined array.
-- ==
-- entry: cut_again
-- input { [2i64, 0i64, 3i64] }
-- output { [1i64, 0i64, 3i64] }
entry cut_again (xs: []i64) =
  let (lengths, _, offsets, parts) = flatmap' iota xs
  in map2 (\n at -> i64.sum parts[at:at + n]) lengths offsets

-- A negative part is refused.
-- ==
-- entry: negative
-- input { [1i64, -1i64] }
-- error: Range 0..1..<-1 is invalid
entry negative (xs: []i64) = (flatmap' iota xs).3
