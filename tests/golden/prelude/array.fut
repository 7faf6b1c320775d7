-- The functions of array.fut at their edges: empty arrays, lengths of 0, and what is refused.

-- ==
-- entry: length_of null_of
-- input { empty([0]i32) }
-- output { true }
entry length_of (xs: []i32) : bool = length xs == 0
entry null_of (xs: []i32) : bool = null xs

-- ==
-- entry: ends
-- input { [1, 2, 3] }
-- output { 1 3 [2, 3] [1, 2] }
-- input { [7] }
-- output { 7 7 empty([0]i32) empty([0]i32) }
-- input { empty([0]i32) }
-- error: out of bounds
entry ends (xs: []i32) = (head xs, last xs, tail xs, init xs)

-- ==
-- entry: tail_of
-- input { empty([0]i32) }
-- error: out of bounds
entry tail_of (xs: []i32) = tail xs

-- ==
-- entry: cut
-- input { 2i64 [1, 2, 3] }
-- output { [1, 2] [3] }
-- input { 0i64 [1, 2, 3] }
-- output { empty([0]i32) [1, 2, 3] }
-- input { 3i64 [1, 2, 3] }
-- output { [1, 2, 3] empty([0]i32) }
-- input { 4i64 [1, 2, 3] }
-- error: out of bounds
-- input { -1i64 [1, 2, 3] }
-- error: out of bounds
entry cut (i: i64) (xs: []i32) = (take i xs, drop i xs)

-- ==
-- entry: split_in
-- input { 1i64 2i64 [1, 2, 3] }
-- output { [1] [2, 3] }
-- input { 0i64 3i64 [1, 2, 3] }
-- output { empty([0]i32) [1, 2, 3] }
entry split_in (n: i64) (m: i64) (xs: []i32) =
  let (a: [n]i32, b: [m]i32) = split (xs :> [n + m]i32)
  in (a, b)

-- ==
-- entry: reversed
-- input { [1, 2, 3] }
-- output { [3, 2, 1] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
entry reversed (xs: []i32) = reverse xs

-- ==
-- entry: joined
-- input { [1, 2] [3] }
-- output { [1, 2, 3] [1, 2, 3] }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
entry joined (xs: []i32) (ys: []i32) = (xs ++ ys, concat xs ys)

-- ==
-- entry: counted
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { -1i64 }
-- error: Range 0..1..<-1 is invalid
entry counted (n: i64) = iota n

-- ==
-- entry: repeated
-- input { 2i64 true }
-- output { [true, true] }
-- input { 0i64 true }
-- output { empty([0]bool) }
-- input { -5i64 true }
-- error: .
entry repeated (n: i64) (x: bool) = replicate n x

-- The length comes from the context alone.
-- ==
-- entry: repeated_in_context
-- input { [1, 2, 3] 4 }
-- output { [5, 6, 7] }
entry repeated_in_context [n] (xs: [n]i32) (x: i32) : [n]i32 = map2 (+) xs (rep x)

-- ==
-- entry: rotated
-- input { 1i64 [1, 2, 3] }
-- output { [2, 3, 1] }
-- input { -1i64 [1, 2, 3] }
-- output { [3, 1, 2] }
-- input { 7i64 [1, 2, 3] }
-- output { [2, 3, 1] }
-- input { -9223372036854775807i64 [1, 2, 3] }
-- output { [3, 1, 2] }
-- input { 1i64 empty([0]i32) }
-- output { empty([0]i32) }
entry rotated (r: i64) (xs: []i32) = rotate r xs

-- ==
-- entry: reshaped
-- input { [[1, 2], [3, 4], [5, 6]] }
-- output { [1, 2, 3, 4, 5, 6] [[1, 2], [3, 4], [5, 6]] [[1, 3, 5], [2, 4, 6]] }
-- input { empty([0][2]i32) }
-- output { empty([0]i32) empty([0][2]i32) empty([2][0]i32) }
entry reshaped [n] [m] (xs: [n][m]i32) : ([]i32, [n][m]i32, [m][n]i32) =
  (flatten xs, unflatten (flatten xs), transpose xs)

-- Shapes survive even when there is nothing in them.
-- ==
-- entry: deep
-- input { empty([2][0][3]i32) }
-- output { empty([0]i32) empty([2][0][3]i32) empty([0][2][3]i32) }
-- input { [[[1, 2]], [[3, 4]]] }
-- output { [1, 2, 3, 4] [[[1, 2]], [[3, 4]]] [[[1, 2], [3, 4]]] }
entry deep [n] [m] [l] (xs: [n][m][l]i32) : ([]i32, [n][m][l]i32, [m][n][l]i32) =
  (flatten_3d xs, unflatten_3d (flatten_3d xs), transpose xs)

-- ==
-- entry: deeper
-- input { [1, 2, 3, 4, 5, 6, 7, 8] }
-- output { [[[[1], [2]], [[3], [4]]], [[[5], [6]], [[7], [8]]]] [1, 2, 3, 4, 5, 6, 7, 8] }
entry deeper (xs: [8]i32) : ([2][2][2][1]i32, []i32) =
  let ys: [2][2][2][1]i32 = unflatten_4d (xs :> [2 * 2 * 2 * 1]i32)
  in (ys, flatten_4d ys)

-- ==
-- entry: logic
-- input { empty([0]bool) }
-- output { true false }
-- input { [true, true] }
-- output { true true }
-- input { [true, false] }
-- output { false true }
-- input { [false, false] }
-- output { false false }
entry logic (xs: []bool) = (and xs, or xs)

-- Folds are sequential and keep to their direction.
-- ==
-- entry: folded
-- input { [1, 2, 3] }
-- output { 123 321 }
-- input { empty([0]i32) }
-- output { 0 0 }
entry folded (xs: []i32) =
  (foldl (\acc x -> acc * 10 + x) 0 xs, foldr (\x acc -> acc * 10 + x) 0 xs)

-- ==
-- entry: tabulated
-- input { 2i64 3i64 }
-- output { [0i64, 1i64] [[0i64, 1i64, 2i64], [10i64, 11i64, 12i64]] }
-- input { 0i64 3i64 }
-- output { empty([0]i64) empty([0][3]i64) }
-- input { 2i64 0i64 }
-- output { [0i64, 1i64] empty([2][0]i64) }
entry tabulated (n: i64) (m: i64) =
  (tabulate n id, tabulate_2d n m (\i j -> 10 * i + j))

-- ==
-- entry: tabulated_3d
-- input { 1i64 2i64 2i64 }
-- output { [[[0i64, 1i64], [10i64, 11i64]]] }
-- input { 0i64 2i64 2i64 }
-- output { empty([0][2][2]i64) }
entry tabulated_3d (n: i64) (m: i64) (o: i64) =
  tabulate_3d n m o (\i j k -> 100 * i + 10 * j + k)

-- A copy may be overwritten; what it was made from stays.
-- ==
-- entry: copied
-- input { [1, 2, 3] }
-- output { [9, 2, 3] [8, 2, 3] [1, 2, 3] }
entry copied (xs: []i32) =
  let ys = copy xs
  let zs = manifest xs
  in (ys with [0] = 9, zs with [0] = 8, xs)

-- ==
-- entry: sized_as
-- input { 3i64 [1, 2, 3] }
-- output { [1, 2, 3] }
-- input { 2i64 [1, 2, 3] }
-- error: .
entry sized_as (n: i64) (xs: []i32) = sized n xs

-- ==
-- entry: indices_of
-- input { [5, 5] }
-- output { [0i64, 1i64] }
-- input { empty([0]i32) }
-- output { empty([0]i64) }
entry indices_of (xs: []i32) = indices xs
