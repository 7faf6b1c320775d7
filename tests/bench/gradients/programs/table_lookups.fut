-- Features from tables, at places that come from data: a row of the tables at a time.

import "lib/random"

def loss [n] [l] [t] (tables: [l][t][2]f64) (points: [n]f64) : f64 =
  f64.sum (map (\p ->
    let i = i64.f64 (p * f64.i64 (t - 1))
    in f64.sum (map (\table -> f64.sum (map (\f -> f64.sin table[i, f]) (iota 2))) tables)) points)

entry input : ([4][2000][2]f64, [76000]f64) =
  (unflatten_3d (reals (4 * 2000 * 2) 1 (-1) 1), reals 76000 2 0 1)

entry primal [n] [l] [t] (tables: [l][t][2]f64) (points: [n]f64) : f64 = loss tables points

entry gradient [n] [l] [t] (tables: [l][t][2]f64) (points: [n]f64) : [l][t][2]f64 =
  vjp (\tables -> loss tables points) tables 1
