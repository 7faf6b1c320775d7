-- Values of points guessed from those of all, the nearer the heavier: per point a loop of two sums,
-- with a loop over the coordinates inside.

import "lib/random"

def loss [n] [d] (points: [n][d]f64) (values: [n]f64) (targets: [n]f64) : f64 =
  let guess i =
    let (s, z) = loop (s, z) = (0, 1e-9) for j < n do
                   let d2 = loop d2 = 0 for k < d do
                              let difference = points[i, k] - points[j, k]
                              in d2 + difference * difference
                   let w = f64.exp (-d2)
                   in (s + w * values[j], z + w)
    in s / z
  in f64.sum (map (\i -> (guess i - targets[i]) ** 2) (iota n))

entry input : ([730][4]f64, [730]f64, [730]f64) =
  (reals_2d 730 4 1 (-1) 1, reals 730 2 (-1) 1, reals 730 3 (-1) 1)

entry primal [n] [d] (points: [n][d]f64) (values: [n]f64) (targets: [n]f64) : f64 =
  loss points values targets

entry gradient [n] [d] (points: [n][d]f64) (values: [n]f64) (targets: [n]f64)
               : ([n][d]f64, [n]f64) =
  vjp (\(p, v) -> loss p v targets) (points, values) 1

entry second [n] [d] (points: [n][d]f64) (values: [n]f64) (targets: [n]f64)
             : ([n][d]f64, [n]f64) =
  vjp (\x -> vjp (\(p, v) -> loss p v targets) x 1) (points, values)
      (reals_2d n d 90 (-1) 1, reals n 91 (-1) 1)
