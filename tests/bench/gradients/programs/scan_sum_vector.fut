-- The path of a walk in 16 dimensions: a scan whose elements are rows.

import "lib/random"

def path [n] [d] (steps: [n][d]f64) : f64 =
  let places = scan (map2 (+)) (replicate d 0) steps
  in f64.sum (map (\p -> f64.sqrt (1 + f64.sum (map (\x -> x * x) p))) places)

entry input : [30000][16]f64 = reals_2d 30000 16 1 (-1) 1

entry primal [n] [d] (steps: [n][d]f64) : f64 = path steps

entry gradient [n] [d] (steps: [n][d]f64) : [n][d]f64 = vjp path steps 1

entry second [n] [d] (steps: [n][d]f64) : [n][d]f64 =
  jvp (\steps -> vjp path steps 1) steps steps
