-- A weighted histogram, and the chi-squared distance from a flat one.

import "lib/random"

def loss [n] (is: [n]i64) (ws: [n]f64) : f64 =
  let bins = reduce_by_index (replicate 1000 0) (+) 0 is ws
  let mean = f64.sum bins / 1000
  in f64.sum (map (\b -> (b - mean) ** 2 / mean) bins)

entry input : ([1900000]i64, [1900000]f64) = (wholes 1900000 1 1000, reals 1900000 2 0 1)

entry primal [n] (is: [n]i64) (ws: [n]f64) : f64 = loss is ws

entry gradient [n] (is: [n]i64) (ws: [n]f64) : [n]f64 = vjp (loss is) ws 1

entry second [n] (is: [n]i64) (ws: [n]f64) : [n]f64 =
  jvp (\ws -> vjp (loss is) ws 1) ws (map (\w -> w * w) ws)
