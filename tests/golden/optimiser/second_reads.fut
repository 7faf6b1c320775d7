-- A second read at an index, of an array that is as long, cannot fail and goes if nobody needs it;
-- an index that fails still fails, whatever has been read elsewhere.
-- ==
-- entry: as_long
-- input { [1, 2, 3] 2i64 } output { 3 6 }
-- input { [1, 2, 3] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1, 2, 3] -1i64 } error: Index \[-1\] out of bounds for array of shape \[3\]
-- ==
-- entry: shorter
-- input { [1, 2, 3, 4] 1i64 } output { 2 10 }
-- input { [1, 2, 3, 4] 3i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- ==
-- entry: turned
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 0i64 } output { 4 15 }
-- input { [[1, 2, 3], [4, 5, 6]] 1i64 2i64 } error: Index \[2, 1\] out of bounds for array of shape \[2\]\[3\]
-- input { [[1, 2, 3], [4, 5, 6]] 2i64 1i64 } error: Index \[2, 1\] out of bounds for array of shape \[2\]\[3\]
-- ==
-- entry: in_branch
-- input { [1, 2, 3] true 2i64 } output { 4 6 }
-- input { [1, 2, 3] true 3i64 } error: Index \[3\] out of bounds
-- input { [1, 2, 3] false 2i64 } output { 0 6 }
-- input { [1, 2, 3] false 3i64 } error: Index \[3\] out of bounds
-- ==
-- entry: in_other_branch
-- input { [1, 2, 3] true 2i64 } output { 4 6 }
-- input { [1, 2, 3] false 3i64 } error: Index \[3\] out of bounds
-- ==
-- entry: in_loop in_map
-- input { [1, 2, 3] 2i64 1i64 } output { 4 6 }
-- input { [1, 2, 3] 0i64 1i64 } output { 0 6 }
-- input { [1, 2, 3] 0i64 3i64 } error: Index \[3\] out of bounds
-- input { [1, 2, 3] 2i64 3i64 } error: Index \[3\] out of bounds

entry as_long (xs: []i32) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let x = xs[i]
  let _ = ys[i]
  in (x, last ys)

entry shorter (xs: []i32) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let zs = scan (+) 0 (tail xs)
  let x = xs[i]
  let _ = zs[i]
  in (x, last ys + 0 * last zs)

entry turned [n] [m] (xs: [n][m]i32) (i: i64) (j: i64) : (i32, i32) =
  let ys = map (scan (+) 0) xs
  let x = xs[i, j]
  let _ = ys[j, i]
  in (x, last (last ys))

entry in_branch (xs: []i32) (c: bool) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let x = if c then xs[i] + 1 else 0
  let _ = ys[i]
  in (x, last ys)

entry in_other_branch (xs: []i32) (c: bool) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let x = if c then xs[i] + 1 else let _ = ys[i] in 0
  in (x, last ys)

entry in_loop (xs: []i32) (k: i64) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let x = loop x = 0 for _j < k do x + xs[i]
  let _ = ys[i]
  in (x, last ys)

entry in_map (xs: []i32) (k: i64) (i: i64) : (i32, i32) =
  let ys = scan (+) 0 xs
  let x = i32.sum (map (\j -> xs[i] + i32.i64 (j - j)) (iota k))
  let _ = ys[i]
  in (x, last ys)
