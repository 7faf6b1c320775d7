-- Rows that are made only to be added are added as they are made, also where the map that makes them
-- gives something else; arrays that are read, too, are made. (Derivatives add outer products so.)

import "../ad/lib/check"

def times [n] [m] (a: [n][m]f64) (x: [m]f64) : [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a

-- ==
-- entry: products
-- input { } output { [true, true, true] }
entry products =
  [ -- matrices, one of which each inner iteration takes
    agrees (\xs ->
              let ms = unflatten_3d (sized (2 * 2 * 2) xs)
              in map (\i -> f64.sum (map (\m -> let y = times m [xs[i], 0.3] in y[0] * y[1] * y[0]) ms)) (iota 3))
           (some 8)
  , -- at places that vary
    agrees (\xs ->
              let ms = unflatten_3d (sized (2 * 2 * 2) xs)
              in map (\i -> let y = times ms[i % 2] (times ms[(i + 1) % 2] [0.5, f64.i64 i]) in y[0] * y[1]) (iota 5))
           (some 8)
  , -- in a branch
    agrees (\xs ->
              let ms = unflatten_3d (sized (3 * 2 * 2) xs)
              in map (\i -> f64.sum (map (\k -> if k != i then f64.product (times ms[k] [xs[i], 1]) else 0) (iota 3)))
                     (iota 3))
           (some 12)
  ]
