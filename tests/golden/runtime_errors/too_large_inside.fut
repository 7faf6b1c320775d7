-- Arrays inside maps whose bytes in all lanes of a tile are more than a number can tell.
-- ==
-- tags { threads }
-- entry: map_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- ==
-- entry: scan_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- ==
-- entry: concat_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- ==
-- entry: rotate_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- input { 9223372036854775807i64 } error: Out of memory
-- ==
-- entry: hist_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- ==
-- entry: scatter_inside
-- input { 4503599627370496i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- ==
-- entry: planes
-- input { 2147483648i64 } error: Out of memory
-- input { 4294967296i64 } error: Out of memory
-- input { 4611686018427387904i64 } error: Out of memory
-- input { 9223372036854775807i64 } error: Out of memory
-- ==
-- entry: replicates
-- input { 4294967296i64 } error: Out of memory
-- input { 9223372036854775807i64 } error: Out of memory

def few = iota 20

entry map_inside (n: i64) =
  map (\i -> let xs = map (* i) (iota n) with [i] = 0 in xs[i] + xs[i + 1]) few
entry scan_inside (n: i64) = map (\i -> (scan (+) 0 (replicate n i))[i]) few
entry concat_inside (n: i64) =
  map (\i -> (iota n ++ iota n ++ iota n ++ map (+ i) (iota n))[i]) few
entry rotate_inside (n: i64) =
  map (\i -> (rotate (i + 1) (iota n) with [i % 3] = i)[i % 2]) few
entry hist_inside (n: i64) =
  map (\i -> (reduce_by_index (replicate n 0) (+) 0 [i] [i])[i]) few
entry scatter_inside (n: i64) = map (\i -> (scatter (replicate n 0) [i] [i])[i]) few
entry planes (n: i64) = tabulate_2d n n (\i j -> i + j)
entry replicates (n: i64) = map (\i -> transpose (replicate n (replicate n i))) few
