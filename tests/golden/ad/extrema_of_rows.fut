-- Histograms of rows by min and max: of the rows, only those that hold an extremum are looked at twice.

import "lib/check"

def tops [n] [d] (k: i64) (is: [n]i64) (rows: [n][d]f64) : [k][d]f64 =
  reduce_by_index (replicate k (replicate d (-9))) (map2 f64.max) (replicate d f64.lowest) is rows

-- ==
-- entry: rows
-- input { } output { [true, true, true, true, true] }
entry rows =
  [ agrees (\xs -> flatten (tops 3 [2, 0, 2, 2] (unflatten (sized (4 * 3) xs))) :> [9]f64) (some 12)
  , -- some fall outside
    agrees (\xs -> map f64.sum (tops 2 [5, 1, -1, 0, 1] (unflatten (sized (5 * 2) xs)))) (some 10)
  , -- bins that begin with something, active or not
    agrees (\xs ->
              let dest = [[xs[0], 0.7], [-2, xs[1] * xs[1]]]
              in flatten (reduce_by_index dest (map2 f64.min) [f64.inf, f64.inf] [1, 0, 1] (unflatten (sized (3 * 2) xs)))
                 :> [4]f64)
           (some 6)
  , -- matrices
    agrees (\xs ->
              let bins = reduce_by_index (replicate 2 (replicate 2 [-9, -9])) (map2 (map2 f64.max))
                                         (replicate 2 [f64.lowest, f64.lowest]) [1, 1, 0]
                                         (unflatten_3d (sized (3 * 2 * 2) xs))
              in map (\m -> f64.product (map f64.product m)) bins)
           (some 12)
  , -- in a map
    agrees (\xs -> map (\row -> f64.sum (map f64.product (tops 2 [0, 1, 0] (unflatten (sized (3 * 2) row)))))
                       (unflatten (sized (2 * 6) xs)))
           (some 12)
  ]

-- Of equal ones the first counts, and what the bin began with before all.
-- ==
-- entry: ties
-- input { } output { [[0.0, 1.0], [2.0, 0.0], [0.0, 4.0], [0.0, 0.0]] [[1.0, 0.0], [0.0, 0.0]] }
entry ties =
  let rows = [[1.0, 5.0], [7.0, -1.0], [7.0, 0.0], [0.0, 0.0]]
  let dest = [[3.0, -1.0], [-1.0, -1.0]]
  let f (dest: [2][2]f64, rows) =
    let bins = reduce_by_index (copy dest) (map2 f64.max) [f64.lowest, f64.lowest] [0, 1, 1, 7] rows
    in bins[0, 0] + bins[0, 1] + 2 * bins[1, 0] + 4 * bins[1, 1]
  let (of_dest, of_rows) = vjp f (dest, rows) 1
  in (of_rows, of_dest)

-- ==
-- entry: none
-- input { 0i64 3i64 } output { empty([0][3]f64) }
-- input { 2i64 0i64 } output { empty([2][0]f64) }
entry none (n: i64) (d: i64) : [n][d]f64 =
  vjp (\rows -> f64.sum (map f64.sum (tops 2 (replicate n 1) rows))) (replicate n (replicate d 1)) 1
