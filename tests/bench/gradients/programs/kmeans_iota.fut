-- What k-means minimises: loops with chained indices c[j][l] in a map over the numbers of the points.

import "lib/random"

def cost [n] [k] [d] (points: [n][d]f64) (c: [k][d]f64) : f64 =
  let nearest i =
    loop nearest = f64.inf for j < k do
      let distance =
        loop s = 0 for l < d do s + (points[i][l] - c[j][l]) * (points[i][l] - c[j][l])
      in if distance < nearest then distance else nearest
  in f64.sum (map nearest (iota n))

entry input : ([62000][8]f64, [10][8]f64) = (reals_2d 62000 8 1 (-1) 1, reals_2d 10 8 2 (-1) 1)

entry primal [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 = cost points centres

entry gradient [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : [k][d]f64 =
  vjp (cost points) centres 1
