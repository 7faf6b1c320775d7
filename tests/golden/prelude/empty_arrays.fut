-- What every function makes of arrays with nothing in them: the shapes survive.

-- ==
-- entry: rows_of_nothing
-- input { empty([0][3]i32) }
-- output { empty([0][3]i32) empty([0][3]i32) empty([3][0]i32) empty([0]i32) }
-- input { empty([3][0]i32) }
-- output { empty([3][0]i32) empty([3][0]i32) empty([0][3]i32) empty([0]i32) }
-- input { empty([0][0]i32) }
-- output { empty([0][0]i32) empty([0][0]i32) empty([0][0]i32) empty([0]i32) }
entry rows_of_nothing (xs: [][]i32) = (reverse xs, rotate 2 xs, transpose xs, flatten xs)

-- Nothing can be divided into rows of any length, or into any number of rows.
-- ==
-- entry: unflattened
-- input { 0i64 3i64 empty([0]i32) }
-- output { empty([0][3]i32) }
-- input { 3i64 0i64 empty([0]i32) }
-- output { empty([3][0]i32) }
-- input { 2i64 2i64 empty([0]i32) }
-- error: cannot match shape
entry unflattened (n: i64) (m: i64) (xs: []i32) : [][]i32 =
  (unflatten (xs :> [n * m]i32)) : [n][m]i32

-- ==
-- entry: unflattened_3d
-- input { 2i64 0i64 3i64 empty([0]i32) }
-- output { empty([2][0][3]i32) empty([0]i32) }
entry unflattened_3d (n: i64) (m: i64) (l: i64) (xs: []i32) : ([][][]i32, []i32) =
  let ys: [n][m][l]i32 = unflatten_3d (xs :> [n * m * l]i32)
  in (ys, flatten_3d ys)

-- ==
-- entry: unflattened_4d
-- input { 2i64 0i64 3i64 1i64 empty([0]i32) }
-- output { empty([2][0][3][1]i32) empty([0]i32) }
entry unflattened_4d (n: i64) (m: i64) (l: i64) (k: i64) (xs: []i32) : ([][][][]i32, []i32) =
  let ys: [n][m][l][k]i32 = unflatten_4d (xs :> [n * m * l * k]i32)
  in (ys, flatten_4d ys)

-- ==
-- entry: joined
-- input { empty([0][2]i32) empty([0][2]i32) }
-- output { empty([0][2]i32) empty([0][2]i32) }
-- input { empty([0][2]i32) [[1, 2]] }
-- output { [[1, 2]] [[1, 2]] }
entry joined [n] [m] [k] (xs: [n][k]i32) (ys: [m][k]i32) = (xs ++ ys, concat xs ys)

-- Rows of no elements count.
-- ==
-- entry: joined_thin
-- input { empty([2][0]i32) empty([3][0]i32) }
-- output { empty([5][0]i32) 5i64 }
entry joined_thin [n] [m] [k] (xs: [n][k]i32) (ys: [m][k]i32) = (xs ++ ys, length (xs ++ ys))

-- ==
-- entry: cut
-- input { empty([0][2]i32) }
-- output { empty([0][2]i32) empty([0][2]i32) empty([0]i64) true }
-- input { empty([1][0]i32) }
-- output { empty([0][0]i32) empty([1][0]i32) [0i64] false }
entry cut (xs: [][]i32) = (take 0 xs, drop 0 xs, indices xs, null xs)

-- ==
-- entry: chosen
-- input { empty([0][2]i32) }
-- output { empty([0][2]i32) empty([0][2]i32) empty([0][2]i32) empty([0][2]i32) true false }
entry chosen (xs: [][]i32) =
  let (a, b, c) = partition2 (const true) (const false) xs
  in (filter (const true) xs, a, b, c, all null xs, any null xs)

-- ==
-- entry: folded
-- input { empty([0][2]i32) }
-- output { [1, 2] [1, 2] [0, 0] [0, 0] empty([0][2]i32) empty([0][2]i32) }
entry folded (xs: [][2]i32) =
  ( foldl (map2 (+)) [1, 2] xs
  , foldr (map2 (+)) [1, 2] xs
  , reduce (map2 (+)) [0, 0] xs
  , reduce_comm (map2 (+)) [0, 0] xs
  , scan (map2 (+)) [0, 0] xs
  , exscan (map2 (+)) [0, 0] xs
  )

-- ==
-- entry: repeated
-- input { 0i64 empty([0]i32) }
-- output { empty([0][0]i32) empty([0][0]i32) empty([0]i64) empty([0][3]i64) empty([2][0][3]i64) }
entry repeated (n: i64) (row: []i32) =
  ( replicate n row
  , (rep row) : [n][]i32
  , tabulate n id
  , tabulate_2d n 3 (+)
  , tabulate_3d 2 n 3 (\i j k -> i + j + k)
  )

-- Writing nothing, and writing into nothing.
-- ==
-- entry: written
-- input { empty([0]i64) empty([0]i32) [7, 8] }
-- output { [7, 8] [7, 8] [0, 0] [5, 5] [7, 8] }
-- input { [0i64, 1i64] [1, 2] empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
entry written [n] [k] (is: [n]i64) (vs: [n]i32) (dest: [k]i32) =
  ( scatter (copy dest) is vs
  , reduce_by_index (copy dest) (+) 0 is vs
  , hist (+) 0 k is vs
  , spread k 5 is vs
  , flatten (scatter_2d (unflatten (copy dest :> [1 * k]i32)) (map (\i -> (0, i)) is) vs)
  )

-- ==
-- entry: joined_parts
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0][2]i64) empty([0][3]i64) }
-- input { [0i64, 0i64] }
-- output { [0i64, 0i64] empty([0]bool) [0i64, 0i64] empty([0][2]i64)
--          [[0i64, 0i64, 0i64], [0i64, 0i64, 0i64]] }
entry joined_parts (xs: []i64) = flatmap (\x -> (replicate x [x, x], [x, x, x])) xs

-- ==
-- entry: copied
-- input { empty([2][0]i32) }
-- output { empty([2][0]i32) empty([0][2]i32) }
entry copied (xs: [][]i32) = (copy xs, manifest (transpose xs))
