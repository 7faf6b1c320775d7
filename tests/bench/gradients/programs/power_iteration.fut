-- The largest eigenvalue by power iteration.

import "lib/random"

def dot [n] (x: [n]f64) (y: [n]f64) : f64 = f64.sum (map2 (*) x y)

def eigenvalue [n] (a: [n][n]f64) : f64 =
  let v = loop v = replicate n 1 for _i < 50 do
            let w = map (\row -> dot row v) a
            let norm = f64.sqrt (dot w w)
            in map (/ norm) w
  in dot v (map (dot v) a)

entry input : [340][340]f64 = reals_2d 340 340 1 0 1

entry primal [n] (a: [n][n]f64) : f64 = eigenvalue a

entry gradient [n] (a: [n][n]f64) : [n][n]f64 = vjp eigenvalue a 1

entry second [n] (a: [n][n]f64) : [n][n]f64 =
  jvp (\a -> vjp eigenvalue a 1) a (transpose a)
