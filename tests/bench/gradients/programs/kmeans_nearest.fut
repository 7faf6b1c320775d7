-- What k-means minimises in two steps: the nearest centre's number by a reduction of pairs, then
-- distances to the rows that are looked up.

import "lib/random"

def distance [d] (a: [d]f64) (b: [d]f64) : f64 = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def nearest [k] [d] (centres: [k][d]f64) (p: [d]f64) : i64 =
  let closer (i, a) (j, b) = if a <= b then (i, a) else (j, b)
  in (reduce closer (-1, f64.inf) (zip (iota k) (map (distance p) centres))).0

def cost [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 =
  let chosen = map (nearest centres) points
  in f64.sum (map2 (\p c -> distance p centres[c]) points chosen)

entry input : ([30000][8]f64, [10][8]f64) = (reals_2d 30000 8 1 (-1) 1, reals_2d 10 8 2 (-1) 1)

entry primal [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 = cost points centres

entry gradient [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : [k][d]f64 =
  vjp (cost points) centres 1
