-- For each of some points the distance to its nearest neighbour; the mean of them.

import "lib/random"

def mean_nearest [n] (ps: [n][3]f64) : f64 =
  let distance (i, p) (j, q) =
    if i == j then f64.inf else f64.sum (map2 (\a b -> (a - b) ** 2) p q)
  let points = zip (iota n) ps
  let nearest = map (\p -> f64.minimum (map (distance p) points)) points
  in f64.sum (map f64.sqrt nearest) / f64.i64 n

entry input : [1000][3]f64 = reals_2d 1000 3 1 0 1

entry primal [n] (ps: [n][3]f64) : f64 = mean_nearest ps

entry gradient [n] (ps: [n][3]f64) : [n][3]f64 = vjp mean_nearest ps 1
