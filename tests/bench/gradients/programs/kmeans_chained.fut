-- What k-means minimises, with loops and chained indices, as in C; the nearest is kept by an if.

import "lib/random"

def cost [n] [k] [d] (points: [n][d]f64) (c: [k][d]f64) : f64 =
  loop total = 0 for i < n do
    let nearest =
      loop nearest = f64.inf for j < k do
        let distance =
          loop s = 0 for l < d do s + (points[i][l] - c[j][l]) * (points[i][l] - c[j][l])
        in if distance < nearest then distance else nearest
    in total + nearest

entry input : ([5000][8]f64, [10][8]f64) = (reals_2d 5000 8 1 (-1) 1, reals_2d 10 8 2 (-1) 1)

entry primal [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 = cost points centres

entry gradient [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : [k][d]f64 =
  vjp (cost points) centres 1
