-- The functions of soacs.fut at their edges: empty arrays, indices out of bounds, order.

-- An empty map knows the shape of the rows that it does not have.
-- ==
-- tags { threads }
-- entry: map_of_none
-- input { empty([0]i32) }
-- output { empty([0][2]i32) }
entry map_of_none [n] (xs: [n]i32) : [n][2]i32 = map (\x -> [x, x]) xs

-- ==
-- entry: maps
-- input { [1, 2] }
-- output { [2, 4] [2, 4] [3, 6] [4, 8] [5, 10] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) empty([0]i32) }
entry maps (xs: []i32) =
  ( map1 (* 2) xs
  , map2 (+) xs xs
  , map3 (\a b c -> a + b + c) xs xs xs
  , map4 (\a b c d -> a + b + c + d) xs xs xs xs
  , map5 (\a b c d e -> a + b + c + d + e) xs xs xs xs xs
  )

-- The operands keep their order, however many there are: the operator does not commute.
-- ==
-- entry: ordered
-- input { 1i64 }
-- output { true true }
-- input { 1000i64 }
-- output { true true }
-- input { 10000i64 }
-- output { true true }
entry ordered (n: i64) =
  -- Joining of stretches: (-1, -1) is the empty one, (-2, -2) a mistake.
  let join (a: i64, b: i64) (c: i64, d: i64) : (i64, i64) =
    if a == -1
    then (c, d)
    else if c == -1 then (a, b) else if b + 1 == c then (a, d) else (-2, -2)
  let stretches = map (\i -> (i, i)) (iota n)
  in ( reduce join (-1, -1) stretches == (0, n - 1)
     , and (map2 (\i s -> s == (0, i)) (iota n) (scan join (-1, -1) stretches))
     )

-- ==
-- entry: reductions
-- input { [3, 1, 2] }
-- output { 6 6 [3, 4, 6] [0, 3, 4] }
-- input { empty([0]i32) }
-- output { 0 0 empty([0]i32) empty([0]i32) }
entry reductions (xs: []i32) =
  (reduce (+) 0 xs, reduce_comm (+) 0 xs, scan (+) 0 xs, exscan (+) 0 xs)

-- Rows as elements.
-- ==
-- entry: row_reductions
-- input { [[1, 2], [3, 4]] }
-- output { [4, 6] [[1, 2], [4, 6]] [[0, 0], [1, 2]] }
-- input { empty([0][2]i32) }
-- output { [0, 0] empty([0][2]i32) empty([0][2]i32) }
entry row_reductions [n] (xs: [n][2]i32) =
  ( reduce (map2 (+)) [0, 0] xs
  , scan (map2 (+)) [0, 0] xs
  , exscan (map2 (+)) [0, 0] xs
  )

-- Indices that are no bins are left out.
-- ==
-- entry: histogram
-- input { 3i64 [0i64, 2i64, 0i64, 3i64, -1i64] [1, 2, 3, 4, 5] }
-- output { [4, 0, 2] }
-- input { 0i64 [0i64] [1] }
-- output { empty([0]i32) }
-- input { 2i64 empty([0]i64) empty([0]i32) }
-- output { [0, 0] }
-- input { -1i64 empty([0]i64) empty([0]i32) }
-- error: .
entry histogram [n] (k: i64) (is: [n]i64) (xs: [n]i32) = hist (+) 0 k is xs

-- ==
-- entry: histograms
-- input { [[10, 20], [30, 40]] [0i64, 1i64, 0i64] [1i64, 0i64, 2i64] [1, 2, 3] }
-- output { [[10, 21], [32, 40]] }
entry histograms [n] [k] [m]
                 (dest: *[k][m]i32) (is: [n]i64) (js: [n]i64) (xs: [n]i32) =
  reduce_by_index_2d dest (+) 0 (zip is js) xs

-- ==
-- entry: histograms_3d
-- input { [[[1], [2]]] [0i64, 0i64, 1i64] [5, 6, 7] }
-- output { [[[12], [2]]] }
entry histograms_3d [n] [k] [m] [l]
                    (dest: *[k][m][l]i32) (is: [n]i64) (xs: [n]i32) =
  reduce_by_index_3d dest (+) 0 (map (\i -> (i, 0, 0)) is) xs

-- ==
-- entry: scattered
-- input { [0, 0, 0] [2i64, 0i64, 3i64, -1i64] [1, 2, 3, 4] }
-- output { [2, 0, 1] }
-- input { [0, 0, 0] [1i64, 1i64, 1i64, 1i64] [1, 2, 3, 4] }
-- output { [0, 4, 0] }
-- input { empty([0]i32) [0i64] [1] }
-- output { empty([0]i32) }
entry scattered [k] [n] (dest: *[k]i32) (is: [n]i64) (xs: [n]i32) = scatter dest is xs

-- ==
-- entry: spread_out
-- input { 3i64 9 [2i64, 5i64] [1, 2] }
-- output { [9, 9, 1] }
-- input { 0i64 9 [2i64, 5i64] [1, 2] }
-- output { empty([0]i32) }
entry spread_out [n] (k: i64) (x: i32) (is: [n]i64) (xs: [n]i32) = spread k x is xs

-- An index is ignored if any part of it is out of bounds.
-- ==
-- entry: scattered_2d
-- input { [[0, 0], [0, 0]] [0i64, 1i64, 2i64, 1i64, -1i64] [1i64, 0i64, 0i64, 2i64, 0i64] [1, 2, 3, 4, 5] }
-- output { [[0, 1], [2, 0]] }
entry scattered_2d [k] [m] [n] (dest: *[k][m]i32) (is: [n]i64) (js: [n]i64) (xs: [n]i32) =
  scatter_2d dest (zip is js) xs

-- ==
-- entry: scattered_3d
-- input { [[[0], [0]], [[0], [0]]] [0i64, 1i64, 2i64] [1, 2, 3] }
-- output { [[[1], [0]], [[0], [2]]] }
entry scattered_3d [k] [m] [l] [n] (dest: *[k][m][l]i32) (is: [n]i64) (xs: [n]i32) =
  scatter_3d dest (map (\i -> (i, i, 0)) is) xs

-- ==
-- entry: quantified
-- input { [1, 2, 3] }
-- output { true false true false }
-- input { empty([0]i32) }
-- output { true true false false }
entry quantified (xs: []i32) =
  (all (> 0) xs, all (> 1) xs, any (> 2) xs, any (> 3) xs)

-- ==
-- entry: filtered
-- input { [3, -1, 4, -1, 5] }
-- output { [3, 4, 5] }
-- input { [-3, -1] }
-- output { empty([0]i32) }
-- input { empty([0]i32) }
-- output { empty([0]i32) }
-- input { [1, 2] }
-- output { [1, 2] }
entry filtered (xs: []i32) = filter (> 0) xs

-- Longer than any block or tile.
-- ==
-- entry: filtered_many
-- input { 100003i64 }
-- output { true true true true }
entry filtered_many (n: i64) =
  let small i = i % 7 == 0
  let middle i = i % 3 == 1
  let (a, b) = partition small (iota n)
  let (c, d, e) = partition2 small middle (iota n)
  -- The elements of each part rise, satisfy its predicate, and all together are those of iota.
  let rises xs = and (map (\i -> i == 0 || xs[i - 1] < xs[i]) (indices xs))
  let sevenths = (n + 6) / 7
  in ( sized sevenths (filter small (iota n)) == tabulate sevenths (* 7)
     , rises a && rises b && all small a && !(any small b) && length a + length b == n
     , rises c && rises d && rises e && all small c && all middle d && !(any small d)
     , !(any small e) && !(any middle e) && length c + length d + length e == n
     )

-- ==
-- entry: filtered_rows
-- input { [[1, 2], [-1, 3], [4, 5]] }
-- output { [[1, 2], [4, 5]] }
-- input { [[-1, 3]] }
-- output { empty([0][2]i32) }
entry filtered_rows (xs: [][2]i32) = filter (\row -> row[0] > 0) xs

-- Both parts keep their order.
-- ==
-- entry: parted
-- input { [3, -1, 4, -2, 5] }
-- output { [3, 4, 5] [-1, -2] }
-- input { [-1] }
-- output { empty([0]i32) [-1] }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) }
entry parted (xs: []i32) = partition (> 0) xs

-- The first predicate goes before the second.
-- ==
-- entry: parted_in_three
-- input { [0, 3, -1, 4, 0, -2, 5] }
-- output { [3, 4, 5] [0, 0] [-1, -2] }
-- input { [7] }
-- output { [7] empty([0]i32) empty([0]i32) }
-- input { empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) empty([0]i32) }
entry parted_in_three (xs: []i32) = partition2 (> 0) (>= 0) xs

-- ==
-- entry: flatmapped
-- input { [2i64, 0i64, 1i64] }
-- output { [2i64, 0i64, 1i64] [true, false, true] [0i64, 2i64, 2i64] [0i64, 1i64, 0i64] [4i64, 0i64, 1i64] }
-- input { empty([0]i64) }
-- output { empty([0]i64) empty([0]bool) empty([0]i64) empty([0]i64) empty([0]i64) }
entry flatmapped (xs: []i64) = flatmap (\x -> (iota x, x * x)) xs

-- ==
-- entry: flatmapped_only
-- input { [2i64, 0i64, 1i64] }
-- output { [2i64, 0i64, 1i64] [true, false, true] [0i64, 2i64, 2i64] [0i64, 1i64, 0i64] }
entry flatmapped_only (xs: []i64) = flatmap' iota xs

-- ==
-- entry: streamed
-- input { [1, 2, 3, 4, 5] }
-- output { 15 [1, 3, 6, 10, 15] 15 [1, 3, 6, 10, 15] }
-- input { empty([0]i32) }
-- output { 0 empty([0]i32) 0 empty([0]i32) }
entry streamed (xs: []i32) =
  let step (c: i64) (acc: i32) (chunk: [c]i32) : (i32, [c]i32) =
    let sums = map (+ acc) (scan (+) 0 chunk)
    in (acc + i32.sum chunk, sums)
  let (a, ys) = stream_seq step 0 xs
  let (b, zs) = #[chunk(2)] streamSeq step 0 xs
  in (a, ys, b, zs)
