-- A long signal through a filter by indices, x[i+j] * w[j], then the mean of squared errors.

import "lib/random"

def filtered [n] [k] (m: i64) (x: [n]f64) (w: [k]f64) : [m]f64 =
  tabulate m (\i -> f64.sum (map (\j -> x[i+j] * w[j]) (iota k)))

def loss [n] [k] [m] (x: [n]f64) (w: [k]f64) (target: [m]f64) : f64 =
  let y = filtered m x w
  in f64.sum (map2 (\a b -> (a - b) * (a - b)) y target) / f64.i64 m

entry input : ([100030]f64, [31]f64, [100000]f64) =
  (reals 100030 1 (-1) 1, reals 31 2 (-1) 1, reals 100000 3 (-1) 1)

entry primal [n] [k] [m] (x: [n]f64) (w: [k]f64) (target: [m]f64) : f64 = loss x w target

entry gradient [n] [k] [m] (x: [n]f64) (w: [k]f64) (target: [m]f64) : ([n]f64, [k]f64) =
  vjp (\(x, w) -> loss x w target) (x, w) 1

entry second [n] [k] [m] (x: [n]f64) (w: [k]f64) (target: [m]f64) : ([n]f64, [k]f64) =
  vjp (\x -> vjp (\(x, w) -> loss x w target) x 1) (x, w) (x, w)
