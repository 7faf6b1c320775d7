-- Cases for several entries at once.
-- ==
-- entry: by_hand by_reduce by_loop
-- input { [1, 2, 3] } output { 6 }
-- input { empty([0]i32) } output { 0 }
entry by_hand (xs: []i32) = foldl (+) 0 xs
entry by_reduce (xs: []i32) = reduce (+) 0 xs
entry by_loop (xs: []i32) = loop s = 0 for x in xs do s + x
