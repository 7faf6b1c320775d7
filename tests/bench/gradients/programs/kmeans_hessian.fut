-- Gradient and Hessian of k-means at once: the Hessian is diagonal, so a tangent of ones gives it.

import "lib/random"

def distance [d] (a: [d]f64) (b: [d]f64) : f64 = f64.sum (map2 (\x y -> (x - y) * (x - y)) a b)

def cost [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 =
  f64.sum (map (\p -> f64.minimum (map (distance p) centres)) points)

entry input : ([52000][8]f64, [10][8]f64) = (reals_2d 52000 8 1 (-1) 1, reals_2d 10 8 2 (-1) 1)

entry primal [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : f64 = cost points centres

entry gradient [n] [k] [d] (points: [n][d]f64) (centres: [k][d]f64) : ([k][d]f64, [k][d]f64) =
  jvp2 (\c -> vjp (cost points) c 1) centres (replicate k (replicate d 1))
