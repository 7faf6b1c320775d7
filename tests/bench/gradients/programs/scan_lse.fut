-- Running log-sum-exp, by a scan whose operator is logaddexp.

import "lib/random"

def log_add_exp (a: f64) (b: f64) : f64 =
  f64.max a b + f64.log1p (f64.exp (-f64.abs (a - b)))

def loss [n] (xs: [n]f64) (ws: [n]f64) : f64 =
  f64.sum (map2 (*) ws (scan log_add_exp f64.lowest xs))

entry input : ([130000]f64, [130000]f64) = (reals 130000 1 (-3) 3, reals 130000 2 0 1)

entry primal [n] (xs: [n]f64) (ws: [n]f64) : f64 = loss xs ws

entry gradient [n] (xs: [n]f64) (ws: [n]f64) : ([n]f64, [n]f64) =
  vjp (\(xs, ws) -> loss xs ws) (xs, ws) 1
