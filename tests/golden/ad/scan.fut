-- Scans by the operators that have rules of their own, and by any other.

import "lib/check"

-- ==
-- entry: sums
-- input { } output { [true, true, true] }
entry sums =
  [ agrees (\xs -> scan (+) 0 (map (\x -> x * x) xs)) (some 5)
  , agrees (\xs -> scan (+) xs[1] xs) (some 4)
  , agrees (\xs -> flatten (scan (map2 (+)) [0, 0] (unflatten (sized (3 * 2) (map f64.sin xs)))))
           (some 6)
  ]

-- ==
-- entry: products
-- input { } output { [true, true, true, true] }
entry products =
  [ agrees (scan (*) 1) (some 5)
  , agrees (scan (*) 1) [2, 0, 3, 4]
  , agrees (\xs -> scan (*) xs[0] xs) (some 4)
  , agrees (\xs -> flatten (scan (map2 (*)) [1, 1] (unflatten (sized (3 * 2) xs)))) (some 6)
  ]

-- ==
-- entry: extrema
-- input { } output { [true, true] }
entry extrema =
  [ agrees (\xs -> scan f64.max f64.lowest (map (\x -> x * x) xs)) (some 6)
  , agrees (\xs -> scan f64.min (xs[0] + 9) xs) (some 6)
  ]

-- Linear recurrences, compositions, matrices, segments.
-- ==
-- entry: any_operator
-- input { } output { [true, true, true, true] }
entry any_operator =
  let affine (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let segmented (f: bool, a: f64) (g: bool, b: f64) = (f || g, if g then b else a * b)
  let times (a: [2][2]f64) (b: [2][2]f64) =
    map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose b)) a
  in [ agrees (\xs -> let (a, b) = unzip (scan affine (1, 0) (map (\x -> (f64.cos x, x)) xs))
                      in a ++ b :> [10]f64)
              (some 5)
     , agrees (\xs -> map (.1) (scan segmented (false, 1)
                                     (map2 (\i x -> (i % 3 == 0, x)) (iota 7) (sized 7 xs))))
              (some 7)
     , agrees (\xs -> flatten_3d (scan times [[1, 0], [0, 1]]
                                       (unflatten_3d (sized (3 * 2 * 2) xs))))
              (some 12)
     , agrees (\xs -> scan (\a b -> a + b + xs[0] * a * b) 0 xs) (some 4)
     ]

-- What follows from the definition of a linear recurrence, longer than a block: y = a y + x has the
-- gradient of its last value as powers of a.
-- ==
-- entry: recurrence
-- input { } output { true }
entry recurrence =
  let n = 3000
  let op (a: f64, b: f64) (c: f64, d: f64) = (a * c, b * c + d)
  let g = vjp (\xs -> last (map (.1) (scan op (1, 0) (map (\x -> (0.99, x)) xs)))) (some n) 1
  in near_all g (map (\i -> 0.99 ** f64.i64 (n - 1 - i)) (iota n))

-- ==
-- entry: nested
-- input { } output { [true, true] }
entry nested =
  [ agrees (\xs -> map (\x -> f64.sum (scan (*) x xs)) xs) (some 4)
  , agrees (\xs -> scan (+) 0 (scan (*) 1 (scan f64.max 0 xs))) (some 5)
  ]

-- A running extremum is that of the first element that has it, or the neutral element's.
-- ==
-- entry: running
-- input { 2.0 [1.0, 2.0, 5.0, 5.0, 4.0, 7.0] } output { 11.0 [0.0, 0.0, 11100.0, 0.0, 0.0, 100000.0] }
-- input { 9.0 [1.0, 2.0, 5.0, 5.0, 4.0, 7.0] } output { 111111.0 [0.0, 0.0, 0.0, 0.0, 0.0, 0.0] }
-- input { 0.0 [1.0, 0.5, 1.0, 0.0, 2.0, 2.0] } output { 0.0 [1111.0, 0.0, 0.0, 0.0, 110000.0, 0.0] }
entry running [n] (ne: f64) (xs: [n]f64) =
  vjp (\(ne, xs) -> scan f64.max ne xs) (ne, xs) (map (\i -> 10 ** f64.i64 i) (iota n))

-- ==
-- entry: running_of_integers
-- input { [3i64, 5i64, 2i64, 2i64] } output { [11i64, 0i64, 1100i64, 0i64] }
entry running_of_integers [n] (xs: [n]i64) : [n]i64 =
  vjp (\xs -> scan i64.min i64.highest xs) xs (map (10 **) (iota n))
