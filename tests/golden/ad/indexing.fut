-- Reading and writing single places, slices and many places at once.

import "lib/check"

-- ==
-- entry: reads
-- input { } output { [true, true, true, true] }
entry reads =
  [ agrees (\xs -> [xs[1] * xs[1], xs[3] * xs[0]]) (some 4)
  , agrees (\xs -> let m = unflatten (sized (2 * 3) xs) in map2 (*) m[0] m[1]) (some 6)
  , agrees (\xs -> map2 (*) (xs[1:4] :> [3]f64) xs[0:3]) (some 5)
  , agrees (\xs -> let m = unflatten (sized (3 * 2) xs)
                   in map2 (*) m[::-1, 1] (map (\r -> r[0]) m[0:3:1]))
           (some 6)
  ]

-- A gather reads the same place more than once, or never.
-- ==
-- entry: gathers
-- input { } output { [true, true] }
entry gathers =
  [ agrees (\xs -> map2 (*) (map (\i -> xs[i]) [3, 0, 0, 1, 3]) (map (\i -> xs[i]) [0, 1, 2, 3, 3]))
           (some 5)
  , agrees (\xs -> let rows = map (\i -> (unflatten (sized (3 * 2) xs))[i]) [2, 0, 2]
                   in map f64.product rows)
           (some 6)
  ]

-- ==
-- entry: updates
-- input { } output { [true, true, true, true, true] }
entry updates =
  [ agrees (\xs -> let ys = map f64.sin xs in ys with [2] = ys[0] * ys[2]) (some 4)
  , agrees (\xs -> let ys = map f64.sin xs in ys with [1:3] = map2 (*) xs[0:2] (xs[2:4] :> [2]f64)) (some 4)
  , agrees (\xs -> let m = copy (unflatten (sized (2 * 3) xs))
                   in flatten (m with [0, 1] = m[1, 1] * m[1, 1] with [1] = map f64.exp m[0]))
           (some 6)
  -- written twice: the first value is forgotten
  , agrees (\xs -> let ys = copy xs in ys with [0] = xs[1] with [0] = xs[2] * xs[0]) (some 3)
  , agrees (\xs -> let m = copy (unflatten (sized (2 * 3) xs))
                   in flatten (m with [0:2, 1] = map f64.exp m[:, 2] with [1, ::-1] = xs[0:3]))
           (some 6)
  ]

-- Of several writes to one place the last one stays; outside nothing happens.
-- ==
-- entry: scatters
-- input { } output { [true, true, true, true] }
entry scatters =
  [ agrees (\xs -> scatter (map f64.exp xs) [3, 0, 3, 9, -1] (map (\x -> x * x) (sized 5 xs))) (some 5)
  , agrees (\xs -> scatter (replicate 3 0) [1, 1, 1] (map (\x -> x * x) (sized 3 xs))) (some 3)
  , agrees (\xs -> flatten (scatter_2d (copy (unflatten (sized (2 * 2) xs))) [(1, 0), (0, 5), (1, 0)]
                                       (map (* xs[0]) (xs[1:4] :> [3]f64))))
           (some 4)
  -- few writes to much
  , agrees (\xs -> let ys = scatter (replicate 1000 xs[0]) [40, 7, 40] (sized 3 xs)
                   in [ys[40] * ys[7], f64.sum ys])
           (some 3)
  ]

-- ==
-- entry: which_write
-- input { [1.0, 2.0, 3.0] }
-- output { [0.0, 0.0, 1.0] [1.0, 0.0] }
entry which_write (xs: []f64) =
  ( vjp (\xs -> (scatter [0, 0] [1, 1, 1] (sized 3 xs))[1]) xs 1
  , vjp (\d -> (scatter (copy d) [1] [5])[0]) [8.0f64, 9] 1 )

-- Places that the program computes from what is differentiated.
-- ==
-- entry: computed
-- input { } output { [true, true] }
entry computed =
  [ agrees (\xs -> map (\x -> xs[i64.f64 (f64.abs (10 * x)) % 4]) (sized 4 xs)) (some 4)
  , agrees (\xs -> let n = i64.f64 xs[0] in [f64.sum (take n xs), f64.product (drop n xs)])
           [2.5, 3, 4, 5]
  ]
