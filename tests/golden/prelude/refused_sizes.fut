-- Sizes that cannot be: each function says so.

-- ==
-- entry: counted repeated binned spread_out tabulated
-- input { -1i64 }
-- error: Range 0..1..<-1 is invalid
entry counted (n: i64) = iota n
entry repeated (n: i64) = replicate n 1i32
entry binned (n: i64) = hist (+) 0i32 n [0] [1]
entry spread_out (n: i64) = spread n 0i32 [0] [1]
entry tabulated (n: i64) = tabulate n id

-- ==
-- entry: tabulated_2d tabulated_2d_inside tabulated_3d
-- input { -2i64 }
-- error: Range 0..1..<-2 is invalid
entry tabulated_2d (n: i64) = tabulate_2d n 2 (+)
entry tabulated_2d_inside (n: i64) = tabulate_2d 2 n (+)
entry tabulated_3d (n: i64) = tabulate_3d 1 1 n (\i j k -> i + j + k)

-- ==
-- entry: no_first
-- input { empty([0]i32) }
-- error: refused_sizes.*Index \[0\] out of bounds for array of shape \[0\]
entry no_first (xs: []i32) = head xs

-- ==
-- entry: no_last
-- input { empty([0]i32) }
-- error: Index \[-1\] out of bounds for array of shape \[0\]
entry no_last (xs: []i32) = last xs

-- ==
-- entry: no_tail no_init
-- input { empty([0]i32) }
-- error: out of bounds for array of shape \[0\]
entry no_tail (xs: []i32) = tail xs
entry no_init (xs: []i32) = init xs

-- ==
-- entry: too_many
-- input { 4i64 [1, 2, 3] }
-- error: Index \[0:4\] out of bounds for array of shape \[3\]
-- input { -1i64 [1, 2, 3] }
-- error: Index \[0:-1\] out of bounds for array of shape \[3\]
entry too_many (n: i64) (xs: []i32) = take n xs

-- ==
-- entry: too_few_left
-- input { 4i64 [1, 2, 3] }
-- error: out of bounds for array of shape \[3\]
-- input { -1i64 [1, 2, 3] }
-- error: out of bounds for array of shape \[3\]
entry too_few_left (n: i64) (xs: []i32) = drop n xs

-- ==
-- entry: not_that_long
-- input { 2i64 [1, 2, 3] }
-- error: Value of shape "\[3\]" cannot match shape of type
-- input { -1i64 [1, 2, 3] }
-- error: Value of shape "\[3\]" cannot match shape of type
entry not_that_long (n: i64) (xs: []i32) = sized n xs

-- ==
-- entry: not_divisible
-- input { [1, 2, 3] }
-- error: cannot match shape
entry not_divisible (xs: []i32) : [2][2]i32 = unflatten (xs :> [2 * 2]i32)

-- Arrays of different lengths can be paired only by saying that they are not different.
-- ==
-- entry: unequal_2 unequal_3 unequal_4 unequal_5 unequal_map
-- input { [1, 2] [1, 2, 3] }
-- error: Value of shape "\[3\]" cannot match shape of type "\[n\]i32"
entry unequal_2 [n] [m] (xs: [n]i32) (ys: [m]i32) = unzip (zip2 xs (ys :> [n]i32))
entry unequal_3 [n] [m] (xs: [n]i32) (ys: [m]i32) = unzip3 (zip3 xs xs (ys :> [n]i32))
entry unequal_4 [n] [m] (xs: [n]i32) (ys: [m]i32) = unzip4 (zip4 xs xs xs (ys :> [n]i32))
entry unequal_5 [n] [m] (xs: [n]i32) (ys: [m]i32) = unzip5 (zip5 xs xs xs xs (ys :> [n]i32))
entry unequal_map [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs (ys :> [n]i32)
